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
  notOperator: 'Only the operator of the portal may do this.',
  operatorRefused: 'This cannot be done now, since something has changed. Reload the page and try again.',
  nobodyHere: 'There is no such person. The list may have changed: reload the page.',
  noSuchDraft: 'This file is no longer here: it was loaded some time ago, or discarded. Choose it again.',
  draftHasChanged: 'Somebody else has answered a question of this file. Look at it again before you go on.',
  draftIsLoading: 'This file is being loaded. Once it is loaded, it can be taken out.',
  noLongerAsked: 'This question has been answered already. Reload the file to see what is left.',
  enterReason: 'Please say why.',
  factorNeeded: 'Please enter the code that your app shows, or a recovery code.',
  factorRefused: 'That code is not right, or has been used. Please wait for the next one.',
  factorRequired: 'A second factor is asked of everybody in this account. Please sign in again to add one.',
  factorDemanded: 'A second factor is asked of everybody in this account: add another one before you remove this.',
  factorDemandedByOperator:
    'The operator of this portal requires a second factor. Ask them before you remove this one.',
  factorsFull: 'You have 10 already. Please remove one that is not used.',
  factorFirst: 'Please add a second factor of your own first.',
  challengeGone: 'This took too long. Please try again.',
  passkeyRefused: 'This passkey is not known here. Please sign in with your password.',
  passkeysElsewhere: 'Passkeys work only at the portal’s own address, over https. Please ask its operator.',
  signOnRefused: 'Your firm’s sign-in did not work. Please try again, or ask your firm.',
  signOnOnly: 'Your account requires everybody to sign in with your firm. Type your e-mail address to be offered that.',
  confirmFirst: 'Please confirm that it is you.',
  confirmed: 'Thank you.',
  enterFactorName: 'Please give it a name by which you will know it.',
  enterFactorCode: 'Please enter the code.',
  factorAdded: 'The second factor has been added.',
  factorRemoved: 'The second factor has been removed.',
  recoveryCodesMade: 'These recovery codes replace the earlier ones, which no longer work. Keep them in a safe place.',
  factorsDemanded: 'From now on everybody in this account is asked for a second factor.',
  factorsNotDemanded: 'From now on a second factor is everybody’s own choice.',
  passwordNotNew: 'Please choose a password of your own, not the one that you were given.',
  linkExpired: 'This link has been used or has expired. Please ask for a new one.',
  emailToConfirm:
    'Your profile information has been updated. Open the link sent to the new e-mail address to confirm it.',
  emailChanged: 'Your e-mail address has been changed.',
  emailChangeUndone: 'The change has been undone. Please set a new password.',
  keyUnknown: 'There is no such API key. Please check that you copied all of it.',
  keyMissing: 'Send your API key in the header: Authorization: Bearer tw_live_… Keys are made under Profile.',
  keyExpired: 'This API key has expired. Please make another one under Profile.',
  keyRevoked: 'This API key has been revoked. Please make another one under Profile.',
  keyOfDisabled: 'The account of this API key is disabled. Please ask the operator of the portal.',
  keyScope: 'This API key does not have the scope for this. Make one that has it under Profile.',
  keyLimit:
    'This API key has reached its limit for this month. Raise it under Profile, or wait for the first of next month.',
  keyInUrl:
    'An API key in an address ends up in logs. Please revoke it, and send another one in the Authorization header.',
  tokenRefused: 'This access token is not accepted here.',
  tokenOfNobody: 'No account here has the e-mail address of this access token.',
  tokenInUrl: 'An access token in an address ends up in logs. Please send it in the Authorization header.',
  tokenScope: 'This access token has no scope that is used here.',
  issuerAway: 'The issuer of this access token does not answer. Please try again soon.',
  connectionRevoked: 'This connection has been revoked. Its owner may allow it again under Profile.',
  connectionAllowed: 'The connection is allowed again.',
  apiKeysFull: 'You have 20 API keys already. Please revoke one that is not used.',
  keyCreated: 'The API key has been made.',
  keyChanged: 'The API key has been changed.',
  keyRevokedNow: 'The API key has been revoked.',
  enterKeyName: 'Please enter a name for the key',
  chooseScope: 'Please choose what the key may do',
  notText: 'A text without control characters',
  notFigure: 'Please enter a whole number, or nothing for no limit',
  changeOfKey: 'Change the name or the limits',
  keyExpiryPassed: 'Choose today or a later day as the last one of the key',
  webhooksFull: 'You have 10 webhooks already. Please remove one that is not used.',
  webhookSealed: 'Its secret cannot be read here any more. Please make a new one.',
  webhookOff: 'This webhook is off. Please turn it on first.',
  webhookCreated: 'The webhook has been added.',
  webhookChanged: 'The webhook has been changed.',
  webhookRemoved: 'The webhook has been removed.',
  webhookSecretMade: 'A new secret has been made. For 24 hours, messages are signed with the previous one, too.',
  webhookTested: 'A test message is on its way.',
  deliveryReplayed: 'The message is sent once more.',
  enterWebhookAddress: 'Please enter the address that messages go to, for instance https://example.com/tidewaiter',
  chooseEvent: 'Please choose at least one event',
  changeOfWebhook: 'Change the address, the events, or whether it is on',
  webhookNotSecure: 'Please enter an address that begins with https://',
  webhookPort: 'Please leave the port out of the address: only the usual one of https is called',
  webhookNotPublic: 'This address is not on the public internet, and the operator has not allowed it',
  sessionEnded: 'The session has been ended.',
  sessionEndedElsewhere:
    'Your session has ended: it was signed out in another tab or on another device, or it was not used for long. Sign in to go on where you were.',
  otherSessionsEnded: 'All other sessions have been ended.',
  subUserInvited: 'The user has been invited by e-mail.',
  subUserUpdated: 'The user has been updated.',
  linkSentAgain: 'A new link has been sent by e-mail. Earlier ones no longer work.',
  linkNotNeeded: 'This user has set a password already, or is disabled.',
  subUserLimitExhausted: 'All users of your plan are taken. Disable one first, or ask for a larger plan.',
  notPoints: 'Please enter a whole number of download points',
  workspaceExists: 'You already have a workspace of this name.',
  savedSearchExists: 'This workspace already has a saved search of this title.',
  workspaceFull: 'This workspace is full. Please remove a saved search or choose another workspace.',
  makerOnly:
    'Only the person who saved this, or the main account, can change it. Save a copy of your own to change, or ask them.',
  workspaceShared: "This workspace holds other people's searches: only the main account may remove it.",
  workspaceRenamed: 'Workspace renamed',
  savedSearchEdited: 'Saved search changed',
  putBack: 'It has been put back.',
  removedMeanwhile: 'This has been removed in the meantime. Please load the page again.',
  changedMeanwhile: 'Somebody else has changed this in the meantime. Please look at it again.',
  searchNotSaved: 'The search is not saved in this workspace yet.',
  notItsQuestion: 'The query asks something else than the search that is to be saved',
  savedSearchGone: 'The saved search of this link is in none of your workspaces. What it asks is shown all the same.',
  enterReportName: 'Please enter a name',
  enterListName: 'Please enter a name for the list',
  ownListExists: 'Your account has a list of this name already.',
  enterQuestionName: 'Please say what it is called.',
  watchOneThing: 'Please follow either a saved search or a question of its own, not both.',
  chooseDelivery: 'Please choose how you are notified.',
  chooseSignal: 'Please choose what you are notified of.',
  followFile: 'Only a file has contents and a budget. Please leave them out, or choose a file.',
  followClock:
    'On a schedule, or when a month is complete, only files are made. To be notified on the screen, by mail or by webhook, choose “When new data is published”.',
  watchesFull: 'Your plan allows no more that are checked when new data is published. Please remove one first.',
  unknownTimeZone: 'Please give a time zone by its name, such as Asia/Kolkata.',
  questionNotReadable: 'This question can no longer be read. Please follow it again.',
  questionRests:
    'This question could not be answered, and is paused. The operator of the portal decides when it is tried again.',
  questionChanged: 'Changed',
  digestChanged: 'Your choice of mails has been saved.',
  noRoom: 'You have reached the limit of your account. Please remove one first.',
  fileAsked: 'The file is being made. It will be in your downloads.',
  fileNoRecords: 'Your subscription shows no records of this question.',
  enterDestinationName: 'Please say what the destination is called.',
  destinationEndpoint: 'Please give the address of the store, such as https://s3.eu-central-1.amazonaws.com.',
  destinationRegion: 'Please give the region as the store names it, such as eu-central-1.',
  destinationBucket: 'Please give the name of the bucket: 3 to 63 small letters, digits, dots and hyphens.',
  destinationKey: 'Please give the id of the access key.',
  destinationSecret: 'Please give the secret key of the bucket.',
  destinationHost: 'Please give the name of the server, such as files.example.com.',
  destinationPort: 'Please give port 22, or one from 1024.',
  destinationUser: 'Please give the user name with which files are put there.',
  destinationFolder: 'A folder has letters, digits, spaces, dots, hyphens, and / between its parts.',
  fileBeyondBudget:
    'The file costs more than its budget of points. It was not made, and nothing was paid: raise the budget to have it.',
  fileNothingNew: 'There are no new records for this file. Nothing was paid.',
  fileNotSent: 'The file could not be sent.',
  fileNotMade: 'The file could not be made. Nothing was paid for it.',
  destinationStopped:
    'Nothing has been sent there since your password was reset. If the destination is yours, test it, and files are sent again.',
  destinationReached: 'A test file has arrived.',
  ownListsFull: 'Your account has as many lists as its plan allows. Please remove one first.',
  reportsFull: 'Your account has as many reports as it may have. Please remove one first.',
  reportFull: 'This report has as many blocks as it may have. Please begin another one, or remove a block first.',
  reportSaved: 'Report saved',
  followReport: 'A report is sent by a clock, by itself: weekly or monthly.',
  reportUnshared: 'The link ends here: it leads to the report no more.',
  noPdf: 'This portal makes no PDF. Print the report in your browser, which saves it as PDF, too.',
  ownListRenamed: 'List renamed',
  ownListLookedFor: 'The names of the list are being looked up.',
  tooManyListRows: 'A list has at most 100,000 rows',
  contactSaved: 'Contact saved',
  contactUpdated: 'Contact updated',
  contactRestored: 'Contact put back',
  contactsFull: 'Your account has as many contacts as it may have. Please remove some first.',
  tooManyTags: 'A contact has at most 10 tags',
  contactFileTooLarge: 'This file is too large. A file may hold 5,000 contacts in 2 MB; please divide it.',
  contactFileNoCompany: 'This file names no companies: its first line must have a column such as Company Name.',
  contactFileNoCards: 'This file holds no contact cards.',
  contactFileEmpty: 'This file is empty.',
  contactNameLines: 'A company name is one line. Is a quotation mark missing?',
  contactNoName: 'The company name is missing',
  contactCardOpen: 'This card has no end',
  contactCardVersion: 'Only cards of vCard 2.1, 3 and 4 are read',
  contactCardCharset: 'The letters of this card are in a character set that is not read here',
  enterWebsite: 'Please enter a valid website, with http:// or https://',
  textTooLong: 'This text is too long',
  downloadRefused: 'This is more than one download may hold. Please choose fewer records.',
  newUntilAlone: 'Say with it after which data version the records are to have come (newSince).',
  exportKeyUsed: 'This key names another export already. Ask for this one under a key of its own.',
  quoteChanged: 'The price or the records have changed since this export was shown. Please look at it again.',
  nothingToExport: 'This search finds no records: there is nothing to export.',
  exportNothing: 'None of the records of this export can be found any more. Nothing has been charged.',
  fileMadeAgain: 'The file is being made again. Please fetch it in a moment.',
  exportGone: 'This file is no longer kept. Export the records again: those that you own are free.',
  exportCancelled: 'The export has been cancelled. Its points have been given back.',
  exportFailed: 'The file could not be made. Its points have been given back; please try again.',
  exportsWaiting: 'Too many of your exports are waiting. Please let some of them end first.',
  unknownRecordId: 'A record id is 32 hexadecimal digits',
  planRequested: 'Your request has been sent. We will get in touch with you.',
  unknownPlan: 'There is no such plan',
  countriesChosen:
    'You have searched already, so your countries can no longer be changed. For others, ask for another plan.',
  tooManyChosen: 'Your plan does not include that many countries: choose fewer',
  oneKindOfChange: 'Change the password, the profile, the way of writing numbers or the download limit, one at a time',
  mainAccountOnly: 'Only the main account may do this.',
  requestTooSlow: 'The request did not arrive in time.',
  describedOneWay: 'A filter asks what a description contains or what it does not: ask the other as a condition.',
  firstJoinsNothing: 'The first condition has nothing before it: leave out its relation',
  beyondByDate: 'Beyond the first 10,000 records they come by date: leave sort.by out',
  cursorRefused: 'This cursor belongs to another question. Please begin again without a cursor.',
  cursorStale: 'New data has been published since this cursor was given. Please begin again without a cursor.',
  searchNeeded: 'This uses one search.',
  pointsNeeded: 'Records beyond those that a search gives without points cost points.',
  tooManyRequests: 'Too many requests. Please try again later.',
  hsDigitsOnly: 'HS codes are 4 to 12 digits',
  hsChapterDigits: 'An HS chapter is two digits',
  searchesSpent: 'No searches are left in this period. What your account asked today can be asked again for free.',
  tooManyValues: 'At most 10 search values',
  tooManyCountries: 'At most 100 countries',
  tooManyRows: 'At most 3 query-builder rows',
  tooManyWords: 'At most 12 words where all must occur',
  noWord: 'This value has no word: type letters or digits',
  lineTooLong: 'A query line has at most 4,000 characters',
  lineTooDeep: 'Parentheses can be nested 20 deep at most',
  lineTooManyTerms: 'A query line has at most 200 conditions',
  lineNothingOpened: 'This parenthesis closes none: remove it, or open one before',
  lineNotClosed: 'This parenthesis is not closed: add ) where it ends',
  lineEmptyGroup: 'There is nothing between these parentheses: type a condition, or remove them',
  lineQuoteNotClosed: 'This quote is not closed: add " where it ends',
  lineJoinsNothing: 'AND, OR and NOT go between conditions: one is missing here',
  lineMeansNothing: 'This sign has no meaning here. Put text that contains it between quotes',
  lineNoValue: 'A value is missing after the colon',
  lineNoSign: 'This field does not take this sign',
  lineWholeName: 'After = comes a whole value: leave out = for a part of it, with * and ? in a word',
  lineStraightQuotes: 'Text goes between straight quotes: "ceramic tile"',
  lineRangeField:
    'Two dots go between the ends of a range, after its field: hs:6907..6908. Put text that contains them between quotes',
  lineBackslash: 'Between quotes, \\ goes before a sign that is meant as itself: \\\\ for \\',
  lineAmountInParts: 'An amount is written without blanks: 10000, or 10k, 2.5m and 1b',
  lineNear: 'Give two words or more and how many words apart they may be: NEAR(steel pipe, 5)',
  lineSpelling: 'After a word of three letters and more, ~1 or ~2 says how many letters may differ',
  lineNoPatterns: 'Regular expressions are not read. In a word, * stands for any letters and ? for one',
  linePatternTooShort: 'Beside * and ?, a word needs two letters',
  linePatternWord: '* and ? go in one word: put a text with spaces or signs between quotes, without them',
  lineAccentsAlone: 'Accents alone are no letters: between * and ?, each part of a word needs a letter or a digit',
  lineTooManyWildcards: 'A word has at most ten * and ?',
  lineHeading: 'A heading is four digits. How codes begin is asked by hs: (hs:69)',
  lineCode: 'An HS code is 2 to 12 digits, a range two of them: 6907..6908',
  lineWrongWay: 'The end is before the beginning: swap them',
  lineDays:
    'Give a day, a month or a year (2024-03-15, 2024-03, 2024), two of them (2024-03..2025-02), or last-12-months',
  lineTrade: 'Say import or export',
  lineListField: 'A list comes after a field of companies, codes or records: importer:@"My suppliers"',
  lineOnce: 'This can be said once, outside of OR and NOT',
  lineState: 'Only new records can be asked for in this way: is:new',
  lineNeedsCondition: 'Say what to search for: a query line needs a condition',
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
  noDistinctValues: 'The values of this column cannot be listed',
  cannotGroupBy: 'Records of this trade type cannot be grouped so. Choose another group',
  tooManyCells: 'The table would be too large: ask for fewer rows or columns',
  groupedTwice: 'Choose two different things to group by',
  periodsOverlap: 'The first period must end before the second begins',
  unknownColumn: 'Records of this trade type have no such column',
  chooseList: 'Choose a list',
  notSoughtBy: 'The search is not narrowed to this list',
  noSuchOwnColumn: 'The list has no such column',
  tooManyJoined: 'At most 20 columns of lists can be joined to a file',
  columnNotOffered: 'This search offers no such column',
  unknownField: 'Unknown field',
  invalidRequest: 'The request is not valid.',
  notJson: 'The body is not valid JSON.',
  unsupportedMediaType: 'Send the body as application/json.',
  bodyTooLarge: 'The body is too large.',
  unknownRoute: 'There is no such call. See the list at /api-docs.',
  clientUnknown: 'The client application is not known here.',
  signInFirst: 'Please sign in.',
  signInNotKept:
    'This browser does not have your sign-in any more. “Keep me logged in” keeps it longer, where cookies are allowed for this site.',
  notYours: 'This does not belong to your account.',
  noSubscription: 'Your account has no active subscription.',
  searchTooExpensive: 'This search took too long. Narrow the dates, the countries or the text and try again.',
  searchTooLarge: 'This search is too long. Please leave out some of its values, conditions or filters.',
  answerTooLarge: 'This answer is too large to be shown at once. Please ask for fewer records on a page.',
  diskFull:
    'The disk of the portal is full, so that nothing can be kept just now. Please tell its operator, and try again later.',
  databaseAway: 'The portal cannot reach its database just now. Please try again in a moment.',
  recordsMissing: 'Some of the records that this asks for are missing just now, so that an answer would be wrong.',
  noAnswer: 'The portal did not answer. Please try again in a moment.',
  maintenance: 'The portal is closed for maintenance. Please come back later.',
  portalBusy: 'Many questions are waiting for their answers just now. Please try again in a few seconds.',
} as const;

/** SPEC 8 "Download size", with the real number in the place of "a computed number of". */
/** Lists that a query line names. */
export const noSuchList = (name: string) => `Your account has no list “${name}” that is ready`;
export const listOfOthers = (name: string, kind: 'COMPANY' | 'HS_CODE' | 'RECORD') =>
  `“${name}” is a list of ${{ COMPANY: 'companies', HS_CODE: 'HS codes', RECORD: 'records' }[kind]}`;

export const listTooLong = (name: string) =>
  `“${name}” stands for more than 50,000 different things: divide the list to search by it`;

/** Parts of a query line that could be alternatives. */
export const alternativesAre = (field: string | null, parts: readonly string[]) =>
  `Alternatives are joined by OR: ${field === null ? '' : `${field}:`}(${parts.join(' OR ')}). Put text with other signs between quotes`;

export const noSuchNumber = (scheme: string, typed: string) =>
  typed === '' ? `Write the ${scheme} after the colon` : `“${typed}” is no ${scheme}: check how many digits it has`;

export const numberHasNoCommas = (number: string) =>
  `Outside of amounts a number has no commas: ${number}, or between quotes as a text`;

/** A sign of a query line that nothing is joined or asked by. */
export const meansNothing = (sign: string) =>
  `“${sign}” means nothing here: OR joins alternatives, - excludes. Put text that contains it between quotes`;

/** A sign between quotes that has a meaning outside of them. */
export const signBetweenQuotes = (ways: readonly string[]) =>
  `Between quotes signs have no meaning: write ${ways.join(', or ')}`;

/** An amount whose point may part thousands. */
export const amountInDoubt = (typed: string) =>
  `${typed} may be ${typed.replace('.', '')} or ${typed.replace(/0+$/, '').replace(/\.$/, '')}: write ${typed.replace('.', '')} or ${typed}0`;

/** A word of a query line that stands for too many others. */
export const lineTooBroad = (word: string) => `${word} stands for more than 1,000 words: be more precise`;

const readWithoutPoints = (most: number) =>
  `${most.toLocaleString('en-US')} records of this search were read without points, as many as your plan gives.`;

/** Of a paid search, what the plan gives without points has been read. */
export const freeRecordsRead = (most: number) =>
  `${readWithoutPoints(most)} Those stay free today, as do records that you own. Export others for points, or ask another question for a search.`;

/** The same to a program, which may agree to points: those of a block of records, counted from 1. */
export const blockCosts = (most: number, [first, last]: [number, number], points: number) =>
  `${readWithoutPoints(most)} Records ${first} to ${last} cost ${points} points: agree to so many, or more.`;

export const downloadTooLarge = (records: number) =>
  `You cannot download more than ${records} records in a single search. Please refine your search criteria.`;

/** A code that was right some minutes ago, or will be: two clocks differ. */
export const clockOff = (minutes: number) =>
  `That code is of another time: the clock of your phone seems to be ${minutes === 1 ? 'a minute' : `${minutes} minutes`} off. Please let it set its time by itself.`;

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
