import { Alert } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { client } from '../../session/client.js';
import { goToFirm } from '../../session/firm/to-firm.js';
import { ActionButton } from '../../ui/action-button.js';
import classes from './login.module.css';

/** Nobody is asked about the domains that a longer one begins with. */
const TYPED_MS = 300;

interface FirmOfferProps {
  /** As it is typed. */
  email: string;
  keepLoggedIn: boolean;
  /** The address that somebody was heading for, as it was read. */
  from: unknown;
}

/** Offers who types an address of a firm that signs in by itself to do so. The portal is told the domain alone. */
export function FirmOffer({ email, keepLoggedIn, from }: FirmOfferProps) {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  const [typed, setTyped] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setTyped(domain), TYPED_MS);
    return () => clearTimeout(timer);
  }, [domain]);
  const offer = useQuery({
    queryKey: ['sign-on-offer', typed],
    queryFn: ({ signal }) => client.signOnOffer({ domain: typed }, { signal }),
    enabled: typed !== '',
    retry: false,
  });
  const go = useMutation({ mutationFn: () => goToFirm({ email, keepLoggedIn }, from), gcTime: 0 });
  if (typed !== domain || !offer.data?.offered) return null;
  return (
    <>
      {go.isError && (
        <Alert variant="light" color="red" className={classes.failure}>
          {go.error.message}
        </Alert>
      )}
      <ActionButton variant="default" fullWidth busy={go.isPending} done={go.isSuccess} onClick={() => go.mutate()}>
        Sign in with your firm
      </ActionButton>
    </>
  );
}
