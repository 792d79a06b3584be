/** Every call of programs with other people's ids in it, read off the definitions: no leak, no effect. */
import { randomUUID } from 'node:crypto';
import { API_CALLS, type ApiCall, type ApiCallName } from '@tidewaiter/contract/api';
import { contentsOf } from '@tidewaiter/testing/contents';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SignedInAccount } from '../../../testing/portal.js';
import { programFor, type TestProgram } from '../../../testing/program.js';
import { sharedPortal } from '../../../testing/shared-portal.js';

const question = {
  ...{ trade: 'import', countries: ['KOR'], from: '2020-01-01', to: '2020-12-31' },
  where: [{ field: 'hs_code', values: ['6907'] }],
};
const texts = { name: 'Mine', description: 'My own' };

/** Ids that a call names, in its path or in its request. */
const idsOf = ({ params, request }: ApiCall) =>
  [...Object.keys(params.shape), ...Object.keys(request.shape)].filter((name) => name.endsWith('_id'));

const portal = sharedPortal();
let mine: TestProgram;
let stranger: SignedInAccount;
/** A stranger's things, by the name of the field that names such a thing. */
let theirs: Record<string, string>;
/** All that the accounts held after the call before. */
let contents: string[];

beforeAll(async () => {
  mine = await programFor(portal, await portal.signIn());
  stranger = await portal.signIn();
  const program = await programFor(portal, stranger);
  const { data: workspace } = await program.call('createWorkspace', { name: 'Tiles' });
  const { data: saved } = await program.call('saveSearch', { workspace_id: workspace, ...texts, question });
  await program.call('saveContact', { company_name: 'Acme' });
  const { data: contacts } = await program.call('contacts');
  const { data: quote } = await program.call('quoteExport', { question });
  const headers = { 'idempotency-key': 'theirs' };
  const { data: exported } = await program.call(
    'startExport',
    { question, fingerprint: quote.fingerprint },
    { headers },
  );
  theirs = {
    workspace_id: workspace,
    saved_search_id: saved.id,
    contact_id: contacts.contact_list[0]?.id ?? '',
    export_id: exported.id,
  };
  await mine.call('count', { question });
  await portal.services.accounts.mailer.idle();
  contents = await contentsOf(portal.services.accounts);
});

const NAMING = Object.entries<ApiCall>(API_CALLS).flatMap(([name, call]) =>
  idsOf(call).map((field) => [name as ApiCallName, field, call] as const),
);

/** What a call needs beside its ids. */
const OTHERS: Partial<Record<ApiCallName, object>> = {
  renameWorkspace: { name: 'Mine', revision: 1 },
  renameSavedSearch: { ...texts, revision: 1 },
  updateContact: { company_name: 'Mine', revision: 1 },
  saveSearch: { ...texts, question },
};

describe.each(NAMING)("%s with other people's %s", (name, field, { params: { shape } }) => {
  it('tells nothing and changes nothing', async () => {
    const answers = new Set<string>();
    for (const id of [theirs[field], randomUUID()]) {
      const named = { [field]: String(id) };
      const inPath = field in shape;
      const request = { ...OTHERS[name], ...(!inPath && named) };
      const { status, problem } = await mine.call(name, request, inPath ? { params: named } : {});
      expect([403, 410], JSON.stringify(problem)).toContain(status);
      expect(JSON.stringify(problem)).not.toContain(stranger.email);
      answers.add(JSON.stringify(problem));
    }
    expect(answers.size).toBe(1);
    const before = contents;
    contents = await contentsOf(portal.services.accounts);
    expect(contents).toEqual(before);
  });
});
