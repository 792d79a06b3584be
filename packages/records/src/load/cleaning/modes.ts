import { meaningOr, Terms, termKeySql } from './terms.js';

/** How files write the modes of transport, in several languages. Bare numbers are each source's own: those are its `codes`. */
const SPELLINGS: Readonly<Record<string, string>> = {
  SEA: 'sea|by sea|sea freight|seafreight|ocean|ocean freight|vessel|vessel containerized|vessel non containerized|ship|maritime|maritime transport|maritima|maritimo|maritimo y fluvial|via maritima|mer|water|waterway|sea port|deniz yolu|denizyolu|laut',
  AIR: 'air|by air|air freight|airfreight|air cargo|air transport|aereo|aerea|via aerea|aerien|air containerized|air non containerized|plane|aircraft|hava yolu|havayolu|udara',
  ROAD: 'road|by road|truck|trucking|land|overland|highway|road transport|carretera|carretero|terrestre|rodoviaria|rodoviario|via terrestre|route|automobile|kara yolu|karayolu|darat',
  RAIL: 'rail|by rail|railway|railroad|train|rail transport|ferroviario|ferroviaria|ferrocarril|via ferrea|chemin de fer|demir yolu|demiryolu',
  POST: 'post|by post|mail|postal|post parcel|parcel post|postal consignment|postal shipment|correo|correos|correio|via postal',
  COURIER: 'courier|express courier|courrier|mensajeria',
  PIPELINE:
    'pipeline|pipe line|pipe|tuberia|tuberias|oleoducto|ductos|dutos|conduto|fixed transport installation|fixed transport installations',
  INLAND: 'inland waterway|inland waterways|inland water|inland water transport|river|by river|fluvial|lacustre|barge',
  MULTIMODAL: 'multimodal|multi modal|intermodal|combined transport|sea air',
  OTHER: 'other|others|other modes|otro|otros|own propulsion|medios propios|meios proprios',
};

const MODE_TERMS = new Terms();
for (const [mode, spellings] of Object.entries(SPELLINGS)) MODE_TERMS.add(mode, spellings.split('|'));

export function modeSql(text: string): string {
  return meaningOr(text, MODE_TERMS.meaningSql(termKeySql(text)));
}
