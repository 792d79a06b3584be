import { TextInput } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { RECORD_COLUMNS } from '@tidewaiter/contract';
import { Fragment, type ReactNode, useState } from 'react';
import { groupBy } from '../../format/group-by.js';
import { formatCount } from '../../format/numbers.js';
import { OpenFrame } from '../../session/open-frame.js';
import { COLUMN_MEANINGS } from './column-meanings.js';
import classes from './help.module.css';
import { HELP_TASKS, type HelpTask } from './help-tasks.js';
import { LINE_EXAMPLES } from './line-examples.js';

const columns = RECORD_COLUMNS.IMPORT.filter(({ name, alias }) => !alias && COLUMN_MEANINGS[name] !== undefined);

/** All that a task's screen says, a text each. */
const textsOf = ({ id, says }: HelpTask): readonly string[] => [
  ...says,
  ...(id === 'line' ? LINE_EXAMPLES.map(([line, finds]) => `${line}: ${finds}`) : []),
  ...(id === 'columns' ? columns.map(({ name, label }) => `${label}: ${COLUMN_MEANINGS[name]}`) : []),
];

/** A screen for each task (/help/{task}) and their list (/help): for everybody, all of them searched by a word. */
export function HelpScreen() {
  const { task: id } = useParams({ strict: false });
  const [typed, setTyped] = useState('');
  const task = HELP_TASKS.find((one) => one.id === id);
  const sought = typed.trim().toLowerCase();
  return (
    <OpenFrame title={task?.title ?? 'Help'} width="reading">
      <div className="stack gap-24 mt-8 readable">
        <TextInput
          type="search"
          aria-label="Search the help"
          placeholder="Search the help"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {sought !== '' ? (
          <Sought sought={sought} onLeave={() => setTyped('')} />
        ) : task ? (
          <Task task={task} />
        ) : (
          <ul className="plainList grid gap-16">
            {HELP_TASKS.map((one) => (
              <li key={one.id}>
                <TaskLink task={one} />
                <p className="soft">{one.lead}</p>
              </li>
            ))}
          </ul>
        )}
        <p>
          {task && <Link to="/help">All of the help</Link>}
          {task && ' · '}
          <Link to="/pricing">Plans and prices</Link>
        </p>
      </div>
    </OpenFrame>
  );
}

const TaskLink = ({ task: { id, title }, onClick }: { task: HelpTask; onClick?: () => void }) => (
  <Link to="/help/$task" params={{ task: id }} className="accent strong" onClick={onClick}>
    {title}
  </Link>
);

/** What mentions a text, by the screens that say it. */
function Sought({ sought, onLeave }: { sought: string; onLeave: () => void }) {
  const found = HELP_TASKS.map((task) => ({
    task,
    texts: textsOf(task).filter((text) => `${task.title} ${text}`.toLowerCase().includes(sought)),
  })).filter(({ texts }) => texts.length > 0);
  return (
    <>
      <p role="status" className="soft small">
        {found.length === 0
          ? `Nothing here mentions “${sought}”. Try another word.`
          : `${formatCount(found.flatMap(({ texts }) => texts).length)} found`}
      </p>
      {found.map(({ task, texts }) => (
        <section key={task.id} className="grid gap-8">
          <h2 className="text">
            <TaskLink task={task} onClick={onLeave} />
          </h2>
          <ul className="grid gap-8 m-0">
            {texts.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function Task({ task: { id, title, lead, says, picture } }: { task: HelpTask }) {
  const List = picture ? 'ol' : 'ul';
  return (
    <>
      <p>{lead}</p>
      {picture && (
        <svg className={classes.picture} viewBox="0 0 400 150" role="img" aria-label={`A drawing: ${title}`}>
          {picture.map(([kind, x, y, width, height, text]) => (
            <g key={`${kind} ${x} ${y}`} data-kind={kind} transform={`translate(${x} ${y})`}>
              <rect width={width} height={height} rx={kind === 'mark' ? height / 2 : 3} />
              {text && (
                <text x={width === 0 ? 0 : kind === 'field' ? 8 : width / 2} y={height / 2}>
                  {text}
                </text>
              )}
            </g>
          ))}
        </svg>
      )}
      {says.length > 0 && (
        <List className="grid gap-8 m-0">
          {says.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </List>
      )}
      {id === 'line' && (
        <Meanings
          first="3fr"
          of={LINE_EXAMPLES.map(([line, finds]) => [line, <code key={line}>{line}</code>, finds])}
        />
      )}
      {id === 'columns' && (
        <>
          <p>
            These {formatCount(columns.length)} columns are offered for every country. Some sources fill more of their
            own, such as a bill’s number or a customs office, under the names that they give them.
          </p>
          {[...groupBy(columns, ({ group }) => group)].map(([group, named]) => (
            <section key={group} className="grid gap-8">
              <h2 className="text">{group}</h2>
              <Meanings of={named.map(({ key, name, label }) => [key, label, COLUMN_MEANINGS[name] ?? ''])} />
            </section>
          ))}
        </>
      )}
    </>
  );
}

interface MeaningsProps {
  of: readonly (readonly [key: string, what: ReactNode, meaning: string])[];
  /** How wide what has a meaning is, beside three parts of its meaning. */
  first?: string;
}

/** What things mean, side by side. */
function Meanings({ of, first = '1fr' }: MeaningsProps) {
  return (
    <dl className="grid gap-8-16" style={{ gridTemplateColumns: `minmax(120px, ${first}) minmax(0, 3fr)` }}>
      {of.map(([key, what, meaning]) => (
        <Fragment key={key}>
          <dt className="text ink medium">{what}</dt>
          <dd className="soft">{meaning}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
