/** What a word of a header may mean. What it means for a column follows from the words beside it (`names.ts`). */
const CONCEPTS = [
  'importer exporter consignee buyer supplier shipper notify declarant agent manufacturer carrier bank holder',
  'taxpayer party company name id taxid iec address city state country phone email postal hs product description',
  'brand commercial chapter quantity unit weight gross net kilogram package standard additional physical value',
  'price rate total average fob cif freight insurance currency usd local foreign foreigncurrency exchange',
  'assessed declared statistical taxable invoice transaction contract thousand lakh million crore percent per',
  'duty tax vat incometax luxurytax excise sales antidumping fee clearance payable bcd cvd igst cesstax',
  'drawback port origin destination loading discharge departure arrival purchase trading partner supply',
  'shipment delivery transit customs office warehouse zone date month year period registration acceptance',
  'assessment release estimated actual import export declaration shippingbill item number code type regime',
  'purpose status record category licence agreement method economicdata quality transport mode vessel voyage',
  'lading houselading manifest container seal cargo flag incoterm zoneindicator english otherlanguage',
  // Beside what a record holds: known so that it is not taken for something else.
  'page remark time document certificate quota guarantee previous signature user version security adjustment',
  'discount penalty interest plate engine expiry deferred account reference week quarter inspection tare',
  'chargeable principal risk stamp suspension border wagon driver crew condition temperature density length',
  'area alcohol branch refund deposit consolidation message',
] as const;

/** The words of a text, one by one. */
type WordsOf<Text extends string, Found = never> = Text extends `${infer Word} ${infer More}`
  ? WordsOf<More, Found | Word>
  : Found | Text;

export type Concept = WordsOf<(typeof CONCEPTS)[number]>;

/** @throws Error for a text that no table of words may name */
export function mustBeConcept(text: string): Concept {
  if (!isConcept(text)) throw new Error(`no word of a header means "${text}"`);
  return text;
}

const ALL = new Set(CONCEPTS.flatMap((line): string[] => line.split(' ')));
const isConcept = (text: string): text is Concept => ALL.has(text);
