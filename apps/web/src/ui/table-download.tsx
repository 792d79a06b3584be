import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Notice } from './notice.js';
import { saveFile } from './save-file.js';
import { csvOf, type TableFile } from './table-file.js';

interface TableDownloadProps {
  /** It names the table, for those who hear several of these. */
  of: string;
  /** It makes the whole table: what the screen leaves out may have to be fetched. */
  file: () => TableFile | Promise<TableFile>;
  disabled?: boolean;
  /** What else can be done with the table. */
  children?: ReactNode;
}

/** Hands a table to the person as CSV. */
export function TableDownload({ of, file, disabled = false, children }: TableDownloadProps) {
  const download = useMutation({
    mutationFn: async () => {
      const made = await file();
      saveFile(new Blob([csvOf(made)], { type: 'text/csv;charset=utf-8' }), `${made.name}.csv`);
    },
  });
  return (
    <div className="wrap justify-end gap-8 small not-printed">
      {download.error && <Notice kind="wrong">{download.error.message}</Notice>}
      {children}
      <button
        type="button"
        className="linkButton"
        aria-label={`Download CSV: ${of}`}
        disabled={disabled || download.isPending}
        onClick={() => download.mutate()}
      >
        {download.isPending ? 'Preparing …' : 'Download CSV'}
      </button>
    </div>
  );
}
