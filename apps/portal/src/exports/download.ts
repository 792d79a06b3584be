import { createReadStream } from 'node:fs';
import type { RecordExport } from '@tidewaiter/accounts';
import { PortalError } from '@tidewaiter/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ExportStores, showsNothingSuppressed } from './files.js';

const TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
} as const;

/**
 * Serves the files of exports, each by a ticket that `fetchExport` gave a signed-in person a moment ago: a browser sends no token with
 * a download. The ticket is used up by the first who shows it.
 *
 * @param count counts a call of somebody who shows no session
 */
export function serveExportFiles(
  app: FastifyInstance,
  { accounts, records, exportFiles }: ExportStores,
  count: (request: FastifyRequest) => Promise<void>,
): void {
  app.get<{ Params: { ticket: string } }>(
    '/export-management/file/:ticket',
    {
      schema: { hide: true },
      compress: false,
      onRequest: count,
    },
    async (request, reply) => {
      const redeemed = await accounts.exports.tickets.redeem(request.params.ticket);
      if (!redeemed) throw new PortalError('LINK_EXPIRED');
      const person = await accounts.people.users.findById(redeemed.personId);
      const owner = person?.uplineId ? await accounts.people.users.findById(person.uplineId) : person;
      // As with sessions: a disabled account's sub-users fetch nothing either.
      if (!person || !owner || person.disabledAt !== null || owner.disabledAt !== null)
        throw new PortalError('NOT_YOURS');
      const { made } = redeemed;
      const [file, version] = await Promise.all([exportFiles.find(made), records.versions.current()]);
      // A ticket is a minute old at most, and something may have been suppressed in that minute.
      if (!file || !showsNothingSuppressed(made, version)) throw new PortalError('LINK_EXPIRED');
      return sendExportFile(reply, made, file);
    },
  );
}

/** Sends the file of an export. */
export function sendExportFile(
  reply: FastifyReply,
  made: RecordExport,
  file: { path: string; bytes: number },
): FastifyReply {
  reply
    .header('cache-control', 'no-store')
    .header('content-length', file.bytes)
    .header('content-disposition', attachmentOf(made.fileName))
    .type(TYPES[made.format]);
  return reply.send(createReadStream(file.path));
}

/** A name may hold letters of any language, which a header says in a form of their own beside one in ASCII (RFC 6266). */
function attachmentOf(fileName: string): string {
  const ascii = fileName.normalize('NFKD').replace(/[^ -~]/g, '');
  const encoded = ascii === fileName ? '' : `; filename*=UTF-8''${encodeURIComponent(fileName)}`;
  return `attachment; filename="${ascii}"${encoded}`;
}
