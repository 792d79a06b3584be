import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatCount } from '../../format/numbers.js';
import { useSession } from '../../session/store.js';
import { whatsNew } from '../../session/whats-new.js';
import { EntryFrame } from '../../ui/entry-frame.js';
import { PlanCards } from './plan-cards.js';

const questions = (withRecords: number | undefined) => [
  {
    question: 'Which countries does the database cover?',
    answer: `The database covers 81 countries. ${withRecords === undefined ? '' : `${formatCount(withRecords)} of them have records today; the others get theirs as they are loaded. `}Data Coverage says how many records each has, from when to when.`,
  },
  {
    question: 'What is a download point?',
    answer:
      'What an export costs: one point for each record, or as many as its country weighs. A record that your account has exported before is free, and you see the price before you export.',
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
  const { data: news } = useQuery(whatsNew);
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
        <section id="questions" aria-labelledby="questions-heading" className="grid gap-16 mt-8 readable">
          <h2 id="questions-heading">Frequently asked questions</h2>
          <dl className="grid gap-16">
            {questions(news?.countriesWithRecords).map(({ question, answer }) => (
              <div key={question}>
                <dt className="text ink strong">{question}</dt>
                <dd className="soft">{answer}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </EntryFrame>
  );
}
