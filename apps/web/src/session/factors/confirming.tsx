import { Suspense } from 'react';
import { later } from '../client.js';
import { endConfirming, useIsAsked } from '../confirmations.js';

const ConfirmDialog = later(() => import('./confirm-dialog.js'), 'ConfirmDialog');

/** Stands on every screen from which something is changed that opens an account. */
export function Confirming() {
  if (!useIsAsked()) return null;
  return (
    <Suspense>
      <ConfirmDialog onConfirmed={() => endConfirming('goOn')} onClose={() => endConfirming('giveUp')} />
    </Suspense>
  );
}
