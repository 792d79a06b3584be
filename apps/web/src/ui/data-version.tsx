import classes from './data-version.module.css';

/** Says on paper which data version the figures of a screen are of: who holds two sheets knows why they differ. */
export function DataVersion({ version }: { version: string | undefined }) {
  return version && <p className={classes.version}>From data version {version}</p>;
}
