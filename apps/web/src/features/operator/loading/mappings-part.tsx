import { Button, FileButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { displayTime } from '../../../format/dates.js';
import { ColumnTable } from '../../../ui/column-table.js';
import { Notice } from '../../../ui/notice.js';
import { saveFile } from '../../../ui/save-file.js';
import { Listed } from '../listed.js';
import { operatorClient } from '../operator-client.js';
import { mappings, useLoadingAct } from './loading-calls.js';

/** The saved mappings, to be read, shared and removed. */
export function MappingsPart() {
  const found = useQuery(mappings);
  const act = useLoadingAct();
  const [failed, setFailed] = useState<string | null>(null);
  const take = async (file: File | null) => {
    if (!file) return;
    const mapping = await file.text();
    act.mutate(() => operatorClient.importMapping({ file: file.name, mapping }));
  };
  const save = async (name: string) => {
    setFailed(null);
    try {
      const { versions } = await operatorClient.operatorMapping({}, { params: { mapping: name } });
      saveFile(new Blob([versions[0]?.mapping ?? ''], { type: 'application/json' }), `${name}.json`);
    } catch (error) {
      setFailed(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <section className="stack gap-16" aria-label="Saved mappings">
      <div className="spread wrap gap-12">
        <h2>Saved mappings</h2>
        <FileButton
          accept=".json,application/json"
          onChange={(file) => void take(file)}
          inputProps={{ 'aria-label': 'File of a mapping' }}
        >
          {(props) => (
            <Button {...props} variant="default" size="xs">
              Import
            </Button>
          )}
        </FileButton>
      </div>
      {act.error && <Notice kind="wrong">{act.error.message}</Notice>}
      {failed !== null && <Notice kind="wrong">{failed}</Notice>}
      {act.data && <Notice kind="done">{act.data.message}</Notice>}
      <Listed found={found}>
        {(saved) =>
          saved.length === 0 ? (
            <p className="soft">
              None yet. How a file is read is saved when it is loaded, and the next month's file follows it.
            </p>
          ) : (
            <ColumnTable
              label="Mappings and their versions"
              rows={saved}
              keyOf={({ name }) => name}
              columns={[
                { name: 'Name', isHead: true, cell: ({ name }) => name },
                { name: 'Version', isNumber: true, cell: ({ version }) => version },
                { name: 'Columns', isNumber: true, isWide: true, cell: ({ columns }) => columns },
                { name: 'From', isWide: true, cell: ({ origin }) => origin },
                { name: 'Saved', isWide: true, cell: ({ savedAt }) => displayTime(savedAt) },
                {
                  name: 'Change',
                  cell: ({ name }) => (
                    <span className="wrap gap-8">
                      <Button variant="default" size="xs" aria-label={`Export ${name}`} onClick={() => void save(name)}>
                        Export
                      </Button>
                      <Button
                        variant="default"
                        size="xs"
                        aria-label={`Remove ${name}`}
                        onClick={() =>
                          act.mutate(() => operatorClient.removeMapping({}, { params: { mapping: name } }))
                        }
                      >
                        Remove
                      </Button>
                    </span>
                  ),
                },
              ]}
            />
          )
        }
      </Listed>
    </section>
  );
}
