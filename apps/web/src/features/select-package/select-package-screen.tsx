import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.js';
import type { Plan } from '../../api/plans.js';
import { PlanCards } from '../../plans/plan-cards.js';
import { useSubscription } from '../../session/use-subscription.js';
import { ActButton } from '../../ui/act-button.js';
import { Notice } from '../../ui/notice.js';
import { OopsDialog } from '../../ui/oops-dialog.js';
import { Page } from '../../ui/page.js';

/** Where a main account asks for another plan. The operator answers; nothing is paid here. */
export function SelectPackageScreen() {
  const subscription = useSubscription();
  /** The plans that were asked for since the screen was opened. */
  const [asked, setAsked] = useState<readonly string[]>([]);
  const request = useMutation({
    mutationFn: (plan: string) => client.requestPlan({ plan }),
    onSuccess: (_, plan) => setAsked((before) => [...before, plan]),
  });

  function action({ name }: Plan) {
    if (subscription.data?.name === name) return <Button disabled>Your plan</Button>;
    const requested = asked.includes(name);
    return (
      <ActButton
        variant={requested ? 'default' : 'filled'}
        aria-label={`Request ${name}`}
        busy={request.isPending && request.variables === name}
        done={requested}
        onClick={() => {
          if (!request.isPending) request.mutate(name);
        }}
      >
        {requested ? 'Requested' : 'Request'}
      </ActButton>
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
