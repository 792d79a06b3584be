import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../session/store.js';
import { EntryFrame } from '../../ui/entry-frame.js';
import { PlanCards } from './plan-cards.js';
import classes from './pricing.module.css';

const QUESTIONS = [
  {
    question: 'Which countries does the database cover?',
    answer:
      'The database covers 81 countries. The search form lists those of your plan, with the dates that each has records for; one without any says so.',
  },
  {
    question: 'What counts as a search?',
    answer:
      'A new question counts once a day for your whole account. Sorting, filtering, paging and opening a shared link of it do not count again that day.',
  },
];

/** The plans, for everybody (SPEC 2 "Pricing page"). Get Started leads a visitor to sign up, a subscriber to ask for a plan. */
export function PricingScreen() {
  const { user } = useSession();
  return (
    <EntryFrame
      title="Pricing"
      width="wide"
      links={
        <>
          <Link to="/help">Help</Link>
          {user ? <Link to="/dashboard">Dashboard</Link> : <Link to="/login">Sign In</Link>}
        </>
      }
    >
      <div className="stack gap-24">
        <h1>Pick a plan</h1>
        <PlanCards
          action={(plan) => (
            <Button
              component={Link}
              to={user ? '/select-package' : '/signup'}
              aria-label={`Get Started with ${plan.name}`}
            >
              Get Started
            </Button>
          )}
        />
        <section id="questions" aria-labelledby="questions-heading" className={classes.questions}>
          <h2 id="questions-heading">Frequently asked questions</h2>
          <dl>
            {QUESTIONS.map(({ question, answer }) => (
              <div key={question}>
                <dt>{question}</dt>
                <dd>{answer}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </EntryFrame>
  );
}
