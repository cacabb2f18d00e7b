import { MaintenancePage, type MaintenancePageProps } from './maintenance-page.tsx'
import classes from './maintenance.module.css'
import { OuterFrame } from '../outer/outer-frame.tsx'

/** The maintenance page as a cover over any page, without links that would leave the page underneath. */
export function MaintenanceCover(props: MaintenancePageProps) {
  return (
    <div className={classes.cover}>
      <OuterFrame kind="message" closed>
        <MaintenancePage {...props} />
      </OuterFrame>
    </div>
  )
}
