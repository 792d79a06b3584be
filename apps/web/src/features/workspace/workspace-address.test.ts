import { expect, it } from 'vitest';
import { SORTS, shownBy, sortInAddress, type WorkspaceAddress } from './workspace-address.js';

it('an address says which saved searches are shown, and what of it is not understood is the usual', () => {
  const read = (address: WorkspaceAddress) => shownBy(address);
  const usual = { contains: '', sort: 'newest', orderBy: 'createdDate', orderByMode: 'desc', page: 0 };
  expect(read({})).toEqual({ ...usual, workspaceId: undefined });
  expect(read({ workspace: 'an id', find: 'tiles', sort: 'title', page: '3' })).toEqual({
    ...{ workspaceId: 'an id', contains: 'tiles', sort: 'title', orderBy: 'name', orderByMode: 'asc', page: 2 },
  });
  expect(read({ sort: 'worst', page: '-1' })).toMatchObject(usual);
});

it('an address says every sort but the usual one, and reads what it says', () => {
  for (const { value } of SORTS) expect(shownBy({ sort: sortInAddress(value) }).sort).toBe(value);
  expect(SORTS.map(({ value }) => sortInAddress(value))).toEqual([undefined, 'oldest', 'title', 'most', 'trade']);
});
