import { useQuery } from '@tanstack/react-query';
import { displayDate, type Endpoints, mayBeShown, type ResponseOf } from '@tidewaiter/contract';
import { formatCount } from '../../../format/numbers.js';
import { Fact } from '../fact.js';
import { Listed } from '../listed.js';
import { sources } from './loading-calls.js';

type Source = ResponseOf<Endpoints['operatorSources']>['sources'][number];

/** The public sources of customs files: those whose data may be shown first, then those to be warned of. */
export function SourcesPart() {
  const found = useQuery(sources);
  return (
    <section className="stack gap-16" aria-label="Public sources">
      <h2>Public sources</h2>
      <p className="soft">
        Offices that publish customs files. Fetch the files from there, then choose them above: how they are read ships
        with the portal.
      </p>
      <Listed found={found}>
        {(all) => (
          <div className="grid gap-8">
            {all
              .toSorted((one, other) => Number(mayBeShown(other)) - Number(mayBeShown(one)))
              .map((source) => (
                <Card key={source.name} source={source} />
              ))}
          </div>
        )}
      </Listed>
    </section>
  );
}

const LEAVE = { yes: 'yes', no: 'no', unsure: 'not known' };

function Card({ source }: { source: Source }) {
  const { title, licence, publisher, where, rhythm, stays, lacks, traps, unpack, loads, until } = source;
  const leave = `Show: ${LEAVE[licence.show]}. Sell: ${LEAVE[licence.sell]}. Pass on: ${LEAVE[licence.passOn]}.`;
  return (
    <details className="surface p-12-16">
      <summary>
        {title} <span className={mayBeShown(source) ? 'soft' : 'mind'}>{stateOf(source)}</span>
      </summary>
      <dl className="grid gap-8 mt-8">
        <Fact name="Licence" why={`${licence.basis} (as of ${displayDate(licence.asOf)}).`}>
          {licence.terms}. {leave}
        </Fact>
        <Fact name="Published by" why={[rhythm, stays].filter(Boolean).join('; ')}>
          {[publisher, where].filter(Boolean).join(', ')}
        </Fact>
        <Several name="It lacks" texts={lacks} />
        <Several name="What its files do" texts={traps} />
        <Several name="Before they are loaded" texts={unpack === '' ? [] : [unpack]} />
        {until !== null && (
          <Fact name="Loaded">
            {formatCount(loads.length)} {loads.length === 1 ? 'file' : 'files'}, records until {displayDate(until)}
          </Fact>
        )}
      </dl>
    </details>
  );
}

function stateOf(source: Source): string {
  if (!mayBeShown(source)) return 'may not be published';
  if (source.until === null) return 'nothing is loaded';
  return `loaded until ${displayDate(source.until)}`;
}

function Several({ name, texts }: { name: string; texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <Fact name={name}>
      <ul className="plainList grid gap-8">
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Fact>
  );
}
