/** The part of a list that a request asks for, in the words of the accounts. */
export const pageOf = ({ pageNumber, numberOfRecords }: { pageNumber: number; numberOfRecords: number }) => ({
  number: pageNumber,
  size: numberOfRecords,
});
