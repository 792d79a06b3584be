import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSubscription } from '../../session/account.js';
import { client } from '../../session/client.js';
import { ActionButton } from '../../ui/action-button.js';
import { OopsDialog } from '../../ui/alert-dialog.js';
import { Notice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { type Plan, PlanCards } from './plan-cards.js';

/** Where a main account asks for another plan. The operator answers; nothing is paid here. */
export function SelectPackageScreen() {
  const subscription = useSubscription();
  /** The plans that were asked for since the screen was opened. */
  const [requestedPlans, setRequestedPlans] = useState<readonly string[]>([]);
  const request = useMutation({
    mutationFn: (plan: string) => client.requestPlan({ plan }),
    onSuccess: (_, plan) => setRequestedPlans((before) => [...before, plan]),
  });

  function action({ name }: Plan) {
    if (subscription.data?.name === name) return <Button disabled>Your plan</Button>;
    const requested = requestedPlans.includes(name);
    return (
      <ActionButton
        variant={requested ? 'default' : 'filled'}
        aria-label={`Request ${name}`}
        busy={request.isPending && request.variables === name}
        done={requested}
        onClick={() => {
          if (!request.isPending) request.mutate(name);
        }}
      >
        {requested ? 'Requested' : 'Request'}
      </ActionButton>
    );
  }

  return (
    <Page
      title="Pick a plan"
      lead="Your request is recorded, and the operator of the portal answers it. Nothing is paid here."
    >
      {request.isSuccess && <Notice kind="done">{request.data.message}</Notice>}
      <PlanCards action={action} />
      <OopsDialog message={request.error?.message ?? null} onClose={request.reset} />
    </Page>
  );
}
