import { Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { addressOf, type OwnList, type OwnListKind, writeLine } from '@tidewaiter/contract';
import { countriesByTrade } from '../../../search/api/calls.js';
import { dateBounds, presetDates } from '../../../search/model/date-bounds.js';
import { EMPTY_DRAFT, USUAL_RANGE } from '../../../search/model/draft.js';

/** The fields that a list is searched in, by what is asked. */
const FIELDS = {
  COMPANY: { importer: 'As importers', exporter: 'As exporters', company: 'As either' },
  HS_CODE: { hs: 'Shipments of these codes' },
  RECORD: { record: 'These shipments' },
} as const satisfies Record<
  OwnListKind,
  Partial<Record<'importer' | 'exporter' | 'company' | 'hs' | 'record', string>>
>;

type Field = 'importer' | 'exporter' | 'company' | 'hs' | 'record';

const MONTHS = 12;

/** Opens the search of the shipments of what stands on a list: of all countries, over their last year. */
export function FieldsToSearch({ list: { name, kind } }: { list: OwnList }) {
  const navigate = useNavigate();
  const trades = {
    IMPORT: useQuery(countriesByTrade('IMPORT')).data ?? [],
    EXPORT: useQuery(countriesByTrade('EXPORT')).data ?? [],
  };
  const ways = (['IMPORT', 'EXPORT'] as const).flatMap((tradeType) => {
    const countries = trades[tradeType].filter(({ records }) => records > 0);
    const bounds = dateBounds(countries, tradeType);
    return bounds === null ? [] : [{ tradeType, bounds, countryCode: countries.map(({ shortcode }) => shortcode) }];
  });

  function search(field: Field, { tradeType, bounds, countryCode }: (typeof ways)[number]) {
    const line = writeLine({ is: 'term', field, match: { kind: 'list', name } });
    const draft = {
      ...{ ...EMPTY_DRAFT, tradeType, countryCode, dateRange: USUAL_RANGE, ...presetDates(MONTHS, bounds) },
      ...{ searchBy: 'PRODUCT' as const, matchType: 'W' as const, line },
    };
    void navigate({ to: '/list1', search: addressOf(draft) });
  }

  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button disabled={ways.length === 0}>Find their shipments</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {ways.map((way) => (
          <div key={way.tradeType}>
            <Menu.Label>{way.tradeType === 'IMPORT' ? 'Imports' : 'Exports'} of the last year: 1 search</Menu.Label>
            {Object.entries(FIELDS[kind]).map(([field, label]) => (
              <Menu.Item key={field} onClick={() => search(field as Field, way)}>
                {label}
              </Menu.Item>
            ))}
          </div>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
