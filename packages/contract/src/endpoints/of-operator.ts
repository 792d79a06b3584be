/** A call of who runs the portal. It names nobody's things of its own: whoever may make it may see everything. */
export const ofOperator = { operator: true, owner: 'NOBODY', rate: 'OPERATOR' } as const;
