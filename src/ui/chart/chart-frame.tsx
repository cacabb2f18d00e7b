import type { ReactNode, Ref } from 'react'
import classes from './chart.module.css'

interface ChartFrameProps {
  /** values of the axis, as text, and how far from the top each one is, in px or as '40%' */
  scale: readonly { text: string; y: number | string }[]
  /** the place of the drawing */
  plot?: Ref<HTMLDivElement>
  /** gives the plot its height */
  className: string | undefined
  /** what the chart says, for screen readers: the first of each row is its heading */
  table: { caption: string; head: readonly string[]; rows: readonly (readonly string[])[] }
  /** what stands below the plot */
  below: ReactNode
  /** parts of the drawing */
  children: ReactNode
}

/** A drawing with lines across it and their values beside it; for screen readers a table instead. */
export function ChartFrame({ scale, plot, className, table, below, children }: ChartFrameProps) {
  return (
    <div className={classes.chart}>
      <table className="visually-hidden">
        <caption>{table.caption}</caption>
        <thead>
          <tr>
            {table.head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(([heading, ...cells], n) => (
            // Two rows may say the same, and rows never change places.
            <tr key={n}>
              <th scope="row">{heading}</th>
              {cells.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className={classes.axis} aria-hidden="true">
        {scale.map(({ text, y }) => (
          <div key={text}>
            <span>{text}</span>
            <b style={{ top: y }}>{text}</b>
          </div>
        ))}
      </div>
      <div ref={plot} className={`${classes.plot} ${className}`}>
        <svg width="100%" height="100%" aria-hidden="true">
          {scale.map(({ text, y }) => (
            <line key={text} stroke="var(--app-border)" x1="0" x2="100%" y1={y} y2={y} />
          ))}
          {children}
        </svg>
      </div>
      {below}
    </div>
  )
}
