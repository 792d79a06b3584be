import classes from './flag.module.css';

/** Flags are pictures: as emoji they are letters on Windows, and empty boxes where no font has them. */
const PICTURES = import.meta.glob<string>('../../../../node_modules/country-flag-icons/3x2/*.svg', {
  eager: true,
  exhaustive: true,
  query: '?url',
  import: 'default',
});
const PICTURE_OF = new Map(
  Object.entries(PICTURES).map(([path, url]) => [path.slice(-'IN.svg'.length, -'.svg'.length), url]),
);

/** Shows the flag of a country, by its ISO code of two letters, beside a name, never instead of it. */
export function Flag({ iso2 }: { iso2: string | undefined }) {
  const picture = PICTURE_OF.get(iso2 ?? '');
  if (picture === undefined) return <span className={classes.flag} />;
  return <img className={classes.flag} src={picture} alt="" width={18} height={12} loading="lazy" decoding="async" />;
}
