import classes from './address-problems.module.css';

/** Says which parts of a link were not understood: nothing of it is dropped in silence. */
export function AddressProblems({ problems }: { problems: readonly string[] }) {
  if (problems.length === 0) return null;
  return (
    <div role="alert" className={`minding p-12-16 rounded-4 ${classes.problems}`}>
      <strong>Part of this link was not understood.</strong> The rest is filled in below.
      <ul>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </div>
  );
}
