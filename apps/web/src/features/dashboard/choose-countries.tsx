import { Checkbox, Radio, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataCoverage } from '../../search/api/calls.js';
import type { Subscription } from '../../session/account.js';
import { client } from '../../session/client.js';
import { ActionButton } from '../../ui/action-button.js';
import { Flag } from '../../ui/flag.js';
import { Notice } from '../../ui/notice.js';
import { notifyDone } from '../../ui/notification.js';
import classes from './choose-countries.module.css';
import { Answer } from './panel.js';

/** From how many countries on it is worth looking for one. */
const MANY = 12;

/** The first step of an account whose plan leaves its countries to it (DESIGN 5): chosen once, so it says so before. */
export function ChooseCountries({ subscription }: { subscription: Subscription }) {
  const { name: plan, countriesToChoose: most } = subscription;
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [sought, setSought] = useState('');
  const coverage = useQuery(dataCoverage);
  const queryClient = useQueryClient();
  const choose = useMutation({
    mutationFn: () => client.chooseCountries({ countries: [...chosen] }),
    onSuccess: async () => {
      await queryClient.invalidateQueries();
      notifyDone('Your countries have been chosen. Here is what there is to find.');
    },
  });
  const one = most === 1;

  function toggle(code: string) {
    if (one) setChosen([code]);
    else if (chosen.includes(code)) setChosen(chosen.filter((other) => other !== code));
    else if (chosen.length < most) setChosen([...chosen, code]);
  }

  return (
    <section className="surface grid justify-items-start gap-16 p-24" aria-labelledby="choose">
      <h2 id="choose">{one ? 'Choose your country' : `Choose up to ${most} countries`}</h2>
      <p className="soft readable">
        The {plan} plan searches the records of {one ? 'one country' : `${most} countries`} of yours. You choose once,
        and for good: only another plan changes it.
      </p>
      <Answer
        query={coverage}
        isEmpty={({ notInPlan }) => notInPlan.length === 0}
        nothing={<p>No records are loaded yet. As soon as there are some, you can choose here.</p>}
      >
        {({ notInPlan }) => (
          <>
            {notInPlan.length > MANY && (
              <TextInput
                type="search"
                aria-label="Find a country"
                placeholder="Find a country"
                leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
                value={sought}
                onChange={(event) => setSought(event.currentTarget.value)}
              />
            )}
            <fieldset className={classes.offered}>
              <legend className="visually-hidden">Countries with records</legend>
              {notInPlan
                .filter(({ name }) => name.toLowerCase().includes(sought.trim().toLowerCase()))
                .map(({ shortcode, name, iso2code }) => {
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
                    />
                  );
                })}
            </fieldset>
            {choose.error && <Notice kind="wrong">{choose.error.message}</Notice>}
            <ActionButton busy={choose.isPending} disabled={chosen.length === 0} onClick={() => choose.mutate()}>
              {chosen.length === 0
                ? 'Choose'
                : `Choose ${notInPlan
                    .filter(({ shortcode }) => chosen.includes(shortcode))
                    .map(({ name }) => name)
                    .join(', ')}`}
            </ActionButton>
          </>
        )}
      </Answer>
    </section>
  );
}
