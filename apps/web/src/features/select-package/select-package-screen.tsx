import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../api/client.js';
import type { Plan } from '../../api/plans.js';
import { PlanCards } from '../../plans/plan-cards.js';
import { useSubscription } from '../../session/use-subscription.js';
import { Notice } from '../../ui/notice.js';
import { OopsDialog } from '../../ui/oops-dialog.js';
import { Page } from '../../ui/page.js';

/** Where a main account asks for another plan. The operator answers; nothing is paid here. */
export function SelectPackageScreen() {
  const subscription = useSubscription();
  const request = useMutation({ mutationFn: (plan: string) => client.requestPlan({ plan }) });

  function action({ name }: Plan) {
    if (subscription.data?.name === name) return <Button disabled>Your plan</Button>;
    const asked = request.isSuccess && request.variables === name;
    return (
      <Button
        variant={asked ? 'default' : 'filled'}
        aria-label={`Request ${name}`}
        loading={request.isPending && request.variables === name}
        disabled={request.isPending || asked}
        onClick={() => request.mutate(name)}
      >
        {asked ? 'Requested' : 'Request'}
      </Button>
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
