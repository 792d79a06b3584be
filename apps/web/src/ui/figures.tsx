import classes from './figures.module.css';

interface FiguresProps {
  figures: readonly (readonly [label: string, text: string])[];
  /** All figures are in this unit. */
  unit?: string;
}

/** Shows the few figures that an analysis comes down to, side by side. */
export function Figures({ figures, unit }: FiguresProps) {
  return (
    <dl className={classes.figures}>
      {figures.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {text} {unit && <span>{unit}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
