/** What figures mean, on every screen and in every answer: the help shows these sentences, and screens say them where a figure stands. */
export const DEFINITIONS = {
  company:
    'A company is a party that records name, under all its spellings; each is written in one way, that of most records you may see. What records do not state is no company and counts as none, and neither does what stands in the place of a name.',
  new: 'New: the first shipment is in the latest whole months of data, three at most, with none in the three years before them, even outside the dates of the search. Lost: no shipment in those months.',
  shipment:
    'A shipment is a record, but where records state house bills: there all records of one house bill are one shipment, and the record of a master bill beside its house bills is none. Values and quantities are of all records.',
  entered:
    'Entered: a company that shipped in the second period and not in the first. Left: in the first, and not in the second.',
  share:
    'A share is of the value of all records that are found, also of those that do not state whose they are. So it is in lists, tables and the index of concentration.',
  switched:
    'Who switched supplier has another largest supplier than before. What it bought is all that it bought in the period, from whomever.',
} as const;
