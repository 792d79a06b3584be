import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ownFactors, useDemandFactors } from '../../session/factors/factor-calls.js';
import { Notice } from '../../ui/notice.js';

/** Whether everybody of the account signs in with a second factor. */
export function DemandFactors({ onDone }: { onDone: (message: string) => void }) {
  const { data } = useQuery(ownFactors);
  const demand = useDemandFactors();
  if (!data) return null;
  const byOperator = data.demandedBy === 'OPERATOR';
  return (
    <div>
      <Switch
        label="Ask everybody for a second factor"
        description={
          byOperator
            ? 'Who runs this portal asks for it.'
            : 'Who has none is asked to add one at the next sign-in. API keys keep working.'
        }
        checked={data.demandedBy !== null}
        disabled={byOperator}
        onChange={({ currentTarget: { checked } }) => {
          if (!demand.isPending) demand.mutate(checked, { onSuccess: ({ message }) => onDone(message) });
        }}
      />
      {demand.isError && <Notice kind="wrong">{demand.error.message}</Notice>}
    </div>
  );
}
