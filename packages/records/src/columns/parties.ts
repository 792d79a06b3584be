/** The parts that a party plays in a record, and the stored column that names it. */
export const PARTY_ROLES = {
  IMPORTER: 'importer_name',
  EXPORTER: 'exporter_name',
  NOTIFY: 'notify_party_name',
} as const;

export type PartyRole = keyof typeof PARTY_ROLES;

/** The role of the party that a column names. */
export function roleOfColumn(column: string): PartyRole | undefined {
  return (Object.keys(PARTY_ROLES) as PartyRole[]).find((role) => PARTY_ROLES[role] === column);
}
