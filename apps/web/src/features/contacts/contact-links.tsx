import type { ReactNode } from 'react';

/** SPEC 2: empty fields show None. */
export function OrNone({ children }: { children: ReactNode }) {
  return <span className={children === null ? 'soft' : undefined}>{children ?? 'None'}</span>;
}

/** Reduces a number as people write it to what a phone calls. */
export const telephone = (mobile: string) => `tel:${mobile.replace(/[^+\d]/g, '')}`;

export function MailLink({ email, otherwise }: { email: string | null; otherwise: ReactNode }) {
  return email === null ? otherwise : <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>{email}</a>;
}

/** Opens a website in a tab of its own that learns nothing of this one. Whatever was kept, only the web is linked to. */
export function WebsiteLink({ website }: { website: string }) {
  if (!/^https?:\/\//i.test(website)) return <span>{website}</span>;
  return (
    <a href={website} target="_blank" rel="noopener noreferrer">
      {website.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')}
    </a>
  );
}
