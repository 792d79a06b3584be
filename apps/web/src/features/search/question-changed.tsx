import { Button } from '@mantine/core';
import classes from './search-screen.module.css';

/** In the place of results whose question has been changed since (SPEC 4): what was found stays one press away. */
export function QuestionChanged({ onBack }: { onBack: () => void }) {
  return (
    <section aria-label="Results" className={classes.changed}>
      <p role="status">The question has changed: press Search.</p>
      <Button variant="subtle" size="compact-md" onClick={onBack}>
        Back to the results of before
      </Button>
    </section>
  );
}
