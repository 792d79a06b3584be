import classes from './code-label.module.css';

/** What an HS code is, after the code: as much of it as there is room for, the whole on hover. */
export function CodeLabel({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <span className={classes.text} title={text}>
      {' '}
      {text}
    </span>
  );
}
