import { MaintenancePage, type MaintenancePageProps } from './maintenance-page.tsx'
import classes from './maintenance.module.css'
import { OuterFrame } from '../outer/outer-frame.tsx'

/** Over any page; nothing here leads away from what lies underneath. */
export function MaintenanceCover(props: MaintenancePageProps) {
  return (
    <div className={classes.cover}>
      <OuterFrame kind="message" closed>
        <MaintenancePage {...props} />
      </OuterFrame>
    </div>
  )
}
