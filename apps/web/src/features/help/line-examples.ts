/** What a query line may say, for who has not read more; a test reads each. */
export const LINE_EXAMPLES: readonly (readonly [line: string, finds: string])[] = [
  ['ceramic tile', 'goods or companies with both words'],
  ['product:"floor tile" -product:sanitary', 'goods described so, without another word'],
  ['(importer:ikea OR importer:"h&m") from:china', 'either buyer, goods of China'],
  ['hs:6907..6908 value:>10000', 'a range of codes, above an amount'],
  ['product:(wall OR floor) 2025-01..2025-06', 'either word, of some months'],
  ['til* product:t?le tile~1', 'beginnings, any letter, another spelling'],
  ['product:NEAR(steel pipe, 5)', 'words near each other'],
  ['importer:@"My suppliers" -exporter:@known', 'companies of your lists'],
  ['date:last-12-months country:india', 'days counted from today; whose customs declare'],
];
