import { Button, Checkbox, Radio, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Endpoints, monthOf, type ResponseOf } from '@tidewaiter/contract';
import { useState } from 'react';
import { monthLabel } from '../../format/months.js';
import { formatCount } from '../../format/numbers.js';
import type { Subscription } from '../../session/account.js';
import { client } from '../../session/client.js';
import { ActionButton } from '../../ui/action-button.js';
import { Flag } from '../../ui/flag.js';
import { Notice } from '../../ui/notice.js';
import { notifyDone } from '../../ui/notification.js';
import classes from './choose-countries.module.css';
import { countryChoice } from './dashboard-calls.js';
import { Answer } from './panel.js';

/** From how many countries on it is worth looking for one. */
const MANY = 12;

type Source = ResponseOf<Endpoints['countryChoice']>['sourceList'][number];

/** What there is of a country, one trade after the other. */
interface Offered extends Pick<Source, 'shortcode' | 'name' | 'iso2code'> {
  records: number;
  says: string[];
}

/** Puts imports and exports of a country together, the country with most records first. */
function offeredOf(sources: readonly Source[]): Offered[] {
  const offered = new Map<string, Offered>();
  const importsFirst = sources.toSorted((a, b) => b.tradeType.localeCompare(a.tradeType));
  for (const { shortcode, name, iso2code, tradeType, records, fromDate, uptoDate } of importsFirst) {
    const one = offered.get(shortcode) ?? { shortcode, name, iso2code, records: 0, says: [] };
    const trade = tradeType === 'IMPORT' ? 'imports' : 'exports';
    const months = `${monthLabel(monthOf(fromDate))} – ${monthLabel(monthOf(uptoDate))}`;
    const says = [...one.says, `${formatCount(records)} ${trade}, ${months}`];
    offered.set(shortcode, { ...one, records: one.records + records, says });
  }
  return [...offered.values()].toSorted((a, b) => b.records - a.records);
}

interface ChooseCountriesProps {
  subscription: Subscription;
  /** Countries were chosen or are left as they are; nothing where some must be chosen. */
  onDone?: (() => void) | undefined;
}

/** The first step of an account whose plan leaves its countries to it (DESIGN 5): they can be others until its first search, so it says so before. */
export function ChooseCountries({ subscription, onDone }: ChooseCountriesProps) {
  const { name: plan, countriesToChoose: most, countries } = subscription;
  const [chosen, setChosen] = useState<readonly string[]>(countries);
  const [sought, setSought] = useState('');
  const sources = useQuery(countryChoice);
  const queryClient = useQueryClient();
  const choose = useMutation({
    mutationFn: () => client.chooseCountries({ countries: [...chosen] }),
    onSuccess: async () => {
      await queryClient.invalidateQueries();
      notifyDone('Your countries have been chosen. Here is what there is to find.');
      onDone?.();
    },
  });
  const one = most === 1;

  function toggle(code: string) {
    if (one) setChosen([code]);
    else if (chosen.includes(code)) setChosen(chosen.filter((other) => other !== code));
    else if (chosen.length < most) setChosen([...chosen, code]);
  }

  return (
    <section className="surface grid gap-16 p-24" aria-labelledby="choose">
      <h2 id="choose">{one ? 'Choose your country' : `Choose up to ${most} countries`}</h2>
      <p className="soft readable">
        The {plan} plan searches the records of {one ? 'one country' : `${most} countries`} of yours. Until your first
        search you can choose {one ? 'another one' : 'others'} on the dashboard; after it, only another plan changes it.
      </p>
      <Answer
        query={sources}
        isEmpty={(sourceList) => sourceList.length === 0}
        nothing={<p>No records are loaded yet. As soon as there are some, you can choose here.</p>}
      >
        {(sourceList) => (
          <>
            {offeredOf(sourceList).length > MANY && (
              <TextInput
                className="readable"
                type="search"
                aria-label="Find a country"
                placeholder="Find a country"
                leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
                value={sought}
                onChange={(event) => setSought(event.currentTarget.value)}
              />
            )}
            <fieldset className="grid fill-columns gap-12-24 w-full">
              <legend className="visually-hidden">Countries with records</legend>
              {offeredOf(sourceList)
                .filter(({ name }) => name.toLowerCase().includes(sought.trim().toLowerCase()))
                .map(({ shortcode, name, iso2code, says }) => {
                  const Control = one ? Radio : Checkbox;
                  return (
                    <Control
                      key={shortcode}
                      name="country"
                      value={shortcode}
                      checked={chosen.includes(shortcode)}
                      disabled={!one && chosen.length >= most && !chosen.includes(shortcode)}
                      onChange={() => toggle(shortcode)}
                      label={
                        <span className="row gap-8">
                          <Flag iso2={iso2code} />
                          {name}
                        </span>
                      }
                      description={says.map((line) => (
                        <span className="block" key={line}>
                          {line}
                        </span>
                      ))}
                    />
                  );
                })}
            </fieldset>
            {choose.error && <Notice kind="wrong">{choose.error.message}</Notice>}
            <div className={classes.acts}>
              <ActionButton busy={choose.isPending} disabled={chosen.length === 0} onClick={() => choose.mutate()}>
                {`Choose ${sourceNames(sourceList, chosen)}`.trim()}
              </ActionButton>
              {onDone && (
                <Button variant="default" onClick={onDone}>
                  Keep {sourceNames(sourceList, countries)}
                </Button>
              )}
            </div>
          </>
        )}
      </Answer>
    </section>
  );
}

/** The names of countries. */
const sourceNames = (sources: readonly Source[], codes: readonly string[]) =>
  codes.map((code) => sources.find(({ shortcode }) => shortcode === code)?.name ?? code).join(', ');
