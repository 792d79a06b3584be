/**
 * Every message a person can read, in one catalogue. Texts that the specification prints (SPEC 5 and 8) are kept to the
 * letter, odd spellings included; the rest are ours.
 */
export const MESSAGES = {
  // SPEC 5, search form
  selectTradeType: 'Please select trade type',
  fieldRequired: 'This field is required',
  fromAfterTo: 'From date should be less than To date',
  toBeforeFrom: 'To date should be greater than From date',
  spanTooLong: 'To date should be less than 3 years',
  enterSearchValues: 'Enter Search Values',
  hsTooShort: 'Search Values should be greater than or equal to 4 digits',
  textTooShort: 'Search Values should be greater than or equal to 2 digits',
  placeholderHs: 'Enter min 4 digit',
  placeholderText: 'Enter min 2 chars',

  // SPEC 5, login
  invalidEmail: 'Please enter valid email address',
  enterPassword: 'Please enter password',

  // SPEC 8
  oops: 'Oops!',
  somethingWrong: 'Somethhing went wrong, please try again.',
  invalidLogin: 'Invalid login, please try again.',
  logoutSuccessful: 'LogOut Successful',
  sessionTimeout: 'Session Timeout',
  noMatches: "Sorry we couldn't find any matches. Please Try Again",
  noRecords: 'No records found',

  // Ours
  hsDigitsOnly: 'HS codes are 4 to 12 digits',
  hsChapterDigits: 'An HS chapter is two digits',
  tooManyValues: 'At most 10 search values',
  tooManyRows: 'At most 3 query-builder rows',
  tooManyWords: 'At most 12 words where all must occur',
  valueTooLong: 'A search value has at most 200 characters',
  notAnAmount: 'An amount is digits, with at most 18 decimals',
  unsearchableCharacter: 'A search value holds a character that cannot be searched',
  unknownCountry: 'Unknown country code',
  badDate: 'A date is written YYYY-MM-DD',
  matchNotForField: 'This match type is not offered for this field',
  pickedNotForField: 'Only importers and exporters can be picked',
  pickedNotSearched: 'A picked value is one of the search values',
  pageOutOfReach: 'Paging reaches the first 10,000 records. Narrow the search to see others.',
  noSuchPage: 'No list has that many pages',
  noDistinctValues: 'No values can be listed of this column',
  unknownColumn: 'Records of this trade type have no such column',
  unknownField: 'Unknown field',
  invalidRequest: 'The request is not valid.',
  notJson: 'The body is not valid JSON.',
  unsupportedMediaType: 'Send the body as application/json.',
  bodyTooLarge: 'The body is too large.',
  unknownRoute: 'There is no such call.',
  clientUnknown: 'The client application is not known here.',
  signInFirst: 'Please sign in.',
  notYours: 'This does not belong to your account.',
  noSubscription: 'Your account has no active subscription.',
  searchTooExpensive: 'This search took too long. Narrow the dates, the countries or the text and try again.',
  busy: 'The portal is busy. Please try again in a moment.',
} as const;
