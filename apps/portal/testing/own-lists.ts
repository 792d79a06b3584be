/** Lists as tests bring them: sent whole, and looked for. */
import type { OwnListKind } from '@tidewaiter/contract';
import { expect } from 'vitest';
import type { SignedInAccount, TestPortal } from './portal.js';

export async function bringList(
  portal: TestPortal,
  { client }: SignedInAccount,
  name: string,
  rows: string[][],
  given: { kind?: OwnListKind; columns?: string[]; chosenColumn?: number; numberColumn?: number } = {},
): Promise<string> {
  const { kind = 'HS_CODE', columns = ['code'], chosenColumn = null, numberColumn = null } = given;
  const { listId } = await client.createOwnList({
    ...{ name, kind, columns, chosenColumn, numberColumn, valueColumn: 0, rows: rows.length },
  });
  await client.sendOwnListRows({ listId, from: 0, rows });
  await portal.services.accounts.jobs.settle();
  return listId;
}

export const listOf = async ({ client }: SignedInAccount, listId: string) =>
  (await client.ownLists({ listId })).ownLists[0] ?? expect.fail('the list is not there');
