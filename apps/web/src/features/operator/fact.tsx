import type { ReactNode } from 'react';

/** Says one thing of what a list of facts is about, and why that is known. */
export function Fact({ name, why, children }: { name: string; why?: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {children}
        {why !== undefined && <span className="block soft small">{why}</span>}
      </dd>
    </div>
  );
}
