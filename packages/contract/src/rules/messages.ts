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

  // SPEC 2 and 5, advanced search
  noMatchingRecords: 'No Matching Records Found. Please Reset ...',
  validationError: 'Validation Error',
  selectTitle: 'Select !',
  selectFilter: 'Select atleast one filter or reset filter',
  // SPEC 5, results (the cap is 100, and the message names it)
  columnLimit: 'Column display limit reached, max 100 are allowed',

  // SPEC 2 and 8, analysis
  searchTitle: 'Search !',
  retrievingData: 'Retrieving Data. Please wait..',

  // SPEC 5, login
  invalidEmail: 'Please enter valid email address',
  enterPassword: 'Please enter password',

  // SPEC 5, profile and sign-up
  enterFirstName: 'Please enter first name',
  enterLastName: 'Please enter last name',
  enterMobile: 'Please enter valid mobile no',
  acceptTerms: 'Please accept terms and condition',
  captchaNotMatched: 'Captcha not matched',
  incorrectPassword: 'Incorrect Password',

  // SPEC 5, forgot password
  enterValidEmail: 'Please enter valid email',
  invalidOtp: 'Invalid OTP',
  passwordsDiffer: 'New password and confirm Password is different',

  // SPEC 5, dashboard
  selectSearchType: 'Please select search type',
  enterSearchValue: 'Please enter search value',

  // SPEC 5, workspaces
  selectWorkspaceName: 'Please select workspace name',
  enterWorkspaceName: 'Please enter workspace name',
  enterTitle: 'Please enter title',
  enterDescription: 'Please enter description',

  // SPEC 2, contacts
  noRecordFound: 'No record found',

  // SPEC 8
  invalidEmailId: 'Invalid email-id, please try again.',
  otpSent: 'An OTP has been sent to your registered email id.',
  passwordReset: 'Password reset successful',
  profileUpdated: 'Your profile information has been updated successfully.',
  registered: 'Your registration is successful, after verification we will notify you for login credentials.',
  selectCountry: 'Please select country.',
  searchLimitExhausted: 'Your Search Limit Exhausted',
  workspaceLimitExhausted: 'Your Workspace Limit Exhausted',
  downloadLimitExhausted: 'Your Download Limit Exhausted',
  selectRows: 'Please select rows',
  searchBeforeExport: 'Please Search data first, then export.',
  oops: 'Oops!',
  somethingWrong: 'Somethhing went wrong, please try again.',
  invalidLogin: 'Invalid login, please try again.',
  logoutSuccessful: 'LogOut Successful',
  sessionTimeout: 'Session Timeout',
  searchSaved: 'Search query saved successfully',
  workspaceAdded: 'Workspace added successfully',
  itemRemoved: 'Item removed successfully',
  contactError: 'error',
  duplicateContact: 'Duplicate Contact',
  noMatches: "Sorry we couldn't find any matches. Please Try Again",
  noRecords: 'No records found',

  // Ours
  passwordTooShort: 'A password has at least 8 characters',
  passwordTooLong: 'A password has at most 128 characters',
  passwordCommon:
    'This password is too easy to guess. Please take more words or signs, without names, company or year.',
  passwordChanged: 'Your password has been changed.',
  choosePasswordFirst: 'Please choose a password of your own first.',
  passwordNotNew: 'Please choose a password that you have not been given.',
  linkExpired: 'This link has been used or has expired. Please ask for a new one.',
  emailToConfirm:
    'Your profile information has been updated. The new e-mail address counts once the link sent to it is opened.',
  emailChanged: 'Your e-mail address has been changed.',
  emailChangeUndone: 'The change has been undone. Please set a new password.',
  sessionEnded: 'The session has been ended.',
  otherSessionsEnded: 'All other sessions have been ended.',
  subUserInvited: 'The user has been invited by e-mail.',
  subUserUpdated: 'The user has been updated.',
  linkSentAgain: 'A new link has been sent by e-mail. Earlier ones no longer work.',
  linkNotNeeded: 'This user has set a password already, or is disabled.',
  subUserLimitExhausted: 'Your User Limit Exhausted',
  notPoints: 'Download points are a whole number',
  workspaceExists: 'You already have a workspace of this name.',
  savedSearchExists: 'This workspace already has a saved search of this title.',
  workspaceFull: 'This workspace is full. Please remove a saved search or choose another workspace.',
  makerOnly: 'Only who saved this, or the main account, may change it.',
  workspaceShared: "This workspace holds other people's searches: only the main account may remove it.",
  workspaceRenamed: 'Workspace renamed',
  savedSearchEdited: 'Saved search changed',
  putBack: 'It has been put back.',
  removedMeanwhile: 'This has been removed meanwhile.',
  changedMeanwhile: 'Somebody else has changed this meanwhile. Please look at it again.',
  searchNotSaved: 'The search is not saved in it yet.',
  notItsQuestion: 'The query asks something else than the search that is to be saved',
  savedSearchGone: 'The saved search of this link is in none of your workspaces. What it asks is shown all the same.',
  contactSaved: 'Contact saved',
  contactUpdated: 'Contact updated',
  contactRestored: 'Contact put back',
  contactsFull: 'Your account keeps as many contacts as it may. Please remove some first.',
  tooManyTags: 'A contact has at most 10 tags',
  contactFileTooLarge: 'This file is too large. A file may hold 5,000 contacts in 2 MB; please divide it.',
  contactFileNoCompany: 'This file names no companies: its first line must have a column such as Company Name.',
  contactFileNoCards: 'This file holds no contact cards.',
  contactFileEmpty: 'This file is empty.',
  contactNameLines: 'A company name is one line. Is a quotation mark left open?',
  contactNoName: 'The company name is missing',
  contactCardOpen: 'This card has no end',
  contactCardVersion: 'Only cards of vCard 3 and 4 are read',
  enterWebsite: 'Please enter a valid website, with http:// or https://',
  textTooLong: 'This text is too long',
  downloadRefused: 'This is more than one download may have.',
  quoteChanged: 'The price or the records have changed since this export was shown. Please look at it again.',
  nothingToExport: 'This search finds no records: there is nothing to export.',
  exportNothing: 'None of the records of this export can be found any more. Nothing has been charged.',
  exportGone: 'This file is kept no longer. Export the records again: those that you own are free.',
  exportCancelled: 'The export has been cancelled. Its points have been given back.',
  exportFailed: 'The file could not be made. Its points have been given back; please try again.',
  exportsWaiting: 'Too many of your exports are waiting. Please let some of them end first.',
  unknownRecordId: 'A record id is 32 hexadecimal digits',
  planRequested: 'Your request has been sent. We will get in touch with you.',
  unknownPlan: 'There is no such plan',
  countriesChosen: 'The countries of this account have been chosen already.',
  tooManyChosen: 'These are more countries than the plan holds',
  oneKindOfChange: 'Change the password, the profile, the way of writing numbers or the download limit, one at a time',
  mainAccountOnly: 'Only the main account may do this.',
  requestTooSlow: 'The request did not arrive in time.',
  tooManyRequests: 'Too many requests. Please try again later.',
  hsDigitsOnly: 'HS codes are 4 to 12 digits',
  hsChapterDigits: 'An HS chapter is two digits',
  searchesSpent: 'No searches are left. A question that was asked today can still be searched.',
  tooManyValues: 'At most 10 search values',
  tooManyCountries: 'At most 100 countries',
  tooManyRows: 'At most 3 query-builder rows',
  tooManyWords: 'At most 12 words where all must occur',
  noWord: 'There is no word in this value',
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
  cannotGroupBy: 'Records of this trade type cannot be grouped by this',
  tooManyCells: 'Ask for fewer rows or columns',
  groupedTwice: 'Choose two different things to group by',
  periodsOverlap: 'The first period must end before the second begins',
  unknownColumn: 'Records of this trade type have no such column',
  columnNotOffered: 'This search offers no such column',
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
  searchTooLarge: 'This search is too long. Please leave out some of its values, conditions or filters.',
  answerTooLarge: 'This answer is too large to be shown at once. Please ask for fewer records on a page.',
  diskFull: 'The disk of the portal is full, so that nothing can be kept just now. Its operator has been told.',
  databaseAway: 'The portal cannot reach its database just now. Please try again in a moment.',
  recordsMissing: 'Some of the records that this asks for are missing just now, so that an answer would be wrong.',
  noAnswer: 'The portal did not answer. Please try again in a moment.',
  maintenance: 'The portal is closed for maintenance. Please come back later.',
  portalBusy: 'Many questions are waiting for their answers just now. Please try again in a few seconds.',
} as const;

/** SPEC 8 "Download size", with the real number in the place of "a computed number of". */
export const downloadTooLarge = (records: number) =>
  `You cannot download more than ${records} records in a single search. Please refine your search criteria.`;

/** A country that is one, and none of whose records the portal takes. */
export const noSourceCountry = (name: string) =>
  `There are no records of ${name} here: it is none of the source countries.`;

/** What is said of a field of a call where its schema has no words of its own: the field, and what it takes. */
export const FIELD_MESSAGES = {
  required: (field: string) => `${field} is required`,
  mustBe: (field: string, what: string) => `${field} must be ${what}`,
  tooFew: (field: string, least: string, of: string) => `${field} must have at least ${least} ${of}`,
  tooMany: (field: string, most: string, of: string) => `${field} must have at most ${most} ${of}`,
  tooSmall: (field: string, least: string) => `${field} must be ${least} or more`,
  tooLarge: (field: string, most: string) => `${field} must be ${most} or less`,
  notInForm: (field: string) => `${field} is not written as it must be`,
} as const;
