import type { OperatorHandler } from './handler.js';

/** Pairs that are shown; the next ones come when some of these are decided. */
const SHOWN = 50;

export const operatorProposals: OperatorHandler<'operatorProposals'> = async ({ services }) => ({
  proposals: (await services.records.proposals.list({ limit: SHOWN })).map(
    ({ parties: [first, second], likeness, numbers, shared }) => ({
      ...{ first, second, likeness, ...shared },
      numbers: [...numbers],
    }),
  ),
});

export const acceptSameNumber: OperatorHandler<'acceptSameNumber'> = async ({ services: { records, accounts } }) => {
  const joins = await records.proposals.acceptNumbers('', '');
  if (joins.length > 0)
    await accounts.audit.write({ event: 'PARTIES_DECIDED', details: { verdict: 'YES', sameNumber: joins.length } });
  const leads = new Set(joins.map(({ lead }) => lead.key)).size;
  const names = joins.length === 1 ? 'name is' : 'names are';
  return {
    message:
      joins.length === 0
        ? 'No pair of one number could be joined: those that you have parted are left to you one by one.'
        : `${joins.length.toLocaleString('en')} ${names} one with ${leads === 1 ? 'a company' : `${leads.toLocaleString('en')} companies`} of the same number now.`,
  };
};

export const decideProposal: OperatorHandler<'decideProposal'> = async ({
  services: { records, accounts },
  request,
}) => {
  const { first, second, verdict, before, despite } = request;
  const keys = [first, second] as const;
  const said = async () => {
    if (verdict === 'YES') {
      const joins = await records.proposals.accept(keys, despite ? 'one company, though their numbers differ' : '');
      return joins.map(({ name, lead }) => `${name} is one with ${lead.name} now.`).join(' ');
    }
    if (verdict === 'UNDO' && before === 'YES') {
      const parted = await records.parties.part([(await records.parties.namesOf([second])).get(second) ?? ''], '');
      return `${parted.map(({ name }) => name).join(', ')} stands by itself again.`;
    }
    const verdicts = { NO: 'REFUSED', LATER: 'POSTPONED', UNDO: 'OPEN' } as const;
    const [one, other] = await records.proposals.decide(keys, verdicts[verdict], '');
    const outcomes = { NO: 'are kept apart', LATER: 'are left for later', UNDO: 'are undecided again' };
    return `${one.name} and ${other.name} ${outcomes[verdict]}.`;
  };
  const message = await said();
  await accounts.audit.write({ event: 'PARTIES_DECIDED', details: { first, second, verdict } });
  return { message };
};
