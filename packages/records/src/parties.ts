/** The parts that a party plays in a record, and the stored column that names it. */
export const PARTY_ROLES = {
  IMPORTER: 'importer_name',
  EXPORTER: 'exporter_name',
  NOTIFY: 'notify_party_name',
} as const;
