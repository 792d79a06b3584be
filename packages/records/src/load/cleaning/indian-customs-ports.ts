/**
 * Indian customs stations: a UN/LOCODE and a digit, 1 for a sea port, 4 for an air cargo complex, 6 for an inland container depot.
 * The busiest of some 400; the others stay as written.
 */
const STATIONS = `
INNSA1 Nhava Sheva
INMUN1 Mundra
INMAA1 Chennai
INCCU1 Kolkata
INBOM1 Mumbai
INCOK1 Cochin
INTUT1 Tuticorin
INVTZ1 Visakhapatnam
INIXY1 Kandla
INHZA1 Hazira
INPAV1 Pipavav
INKRI1 Krishnapatnam
INENR1 Ennore
INKAT1 Kattupalli
INNML1 New Mangalore
INMRM1 Mormugao
INPRT1 Paradip
INHAL1 Haldia
INDAH1 Dahej
INSIK1 Sikka
INKAK1 Kakinada
INMAA4 Chennai Air Cargo
INBOM4 Mumbai Air Cargo
INDEL4 Delhi Air Cargo
INBLR4 Bangalore Air Cargo
INHYD4 Hyderabad Air Cargo
INCCU4 Kolkata Air Cargo
INAMD4 Ahmedabad Air Cargo
INCOK4 Cochin Air Cargo
INPNQ4 Pune Air Cargo
INJAI4 Jaipur Air Cargo
INTRV4 Thiruvananthapuram Air Cargo
INCJB4 Coimbatore Air Cargo
INLKO4 Lucknow Air Cargo
INGOI4 Goa Air Cargo
INTKD6 Tughlakabad ICD
INSNF6 Hyderabad ICD
INWFD6 Bangalore ICD
INLDH6 Ludhiana ICD
INSBI6 Sabarmati ICD
INDER6 Dadri ICD
INPPG6 Patparganj ICD
INGHR6 Garhi Harsaru ICD
INBGK6 Jodhpur ICD
INTUP6 Tiruppur ICD
INMBD6 Moradabad ICD
INKNU6 Kanpur ICD
`;

export const INDIAN_CUSTOMS_PORTS: readonly { code: string; name: string }[] = STATIONS.trim()
  .split('\n')
  .map((line) => ({ code: line.slice(0, 6), name: line.slice(7) }));
