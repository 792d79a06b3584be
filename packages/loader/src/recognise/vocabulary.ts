import { SCRIPT_WORDS } from './script-words.js';

/**
 * The words of customs headers, by what they mean. Languages: English, Spanish, Portuguese, French, German, Italian, Russian
 * and Ukrainian (transliterated), Turkish, Azerbaijani, Polish, Indonesian and Malay, Vietnamese; without accents, lower case;
 * those in other scripts are in `script-words.ts`. A word of several
 * parts is a phrase and found before its parts. A word means one thing only; what it means for a column follows from the
 * words beside it (`meanings.ts`).
 */
const WORDS = {
  // Parties
  importer:
    'einfuhrer, importer, importers, importador, importadora, importateur, importeur, importatore, importir, ithalatci, importyor, importero, importer of record, nguoi nhap khau, nha nhap khau, doanh nghiep nhap khau, recipient, importador exportador, pengimpor, nhap khau, importateur reel, ithalatcinin, idxalci, importator',
  exporter:
    'ausfuhrer, exporter, exporters, exportador, exportadora, exportateur, exporteur, esportatore, eksportir, eksporter, ihracatci, nguoi xuat khau, nha xuat khau, doanh nghiep xuat khau, pengekspor, exportad, exportadores, xuat khau, exportateur reel, ihracatcinin, ixracci, eksportator, ekspediator',
  consignee:
    'consignee, consignees, consignatario, destinatario, destinataire, receiver, poluchatel, otrymuvach, alici, penerima, empfanger, nguoi nhan, cnee, gruzopoluchatel, destinataire reel, consignataire, alicinin, alan, odbiorca, odbiorcy, poluchatelya',
  buyer:
    'buyer, buyers, comprador, compradora, acheteur, pokupatel, pembeli, kaufer, customer, cliente, client, purchaser, nguoi mua',
  supplier:
    'supplier, suppliers, seller, sellers, vendor, vendors, proveedor, proveedora, fornecedor, fournisseur, vendedor, vendeur, prodavets, postavshchik, satici, tedarikci, pemasok, penjual, lieferant, nguoi ban, provedor, vendedora',
  shipper:
    'shipper, shippers, consignor, embarcador, expediteur, expedidor, remitente, otpravitel, gruzootpravitel, gonderen, pengirim, versender, sender, nguoi gui, cargador, gonderici, consignador, consignataire expediteur, gondərən, gonderən, nadawca, nadawcy, otpravitelya',
  notify: 'notify, notified, notificado, notificar, notifier, notify party, parte notificada, notificante',
  declarant: 'declarant, declarante, deklarant, declarantes, beyan sahibi, anmelder, nguoi khai',
  agent:
    'agent, agents, agente, broker, brokers, agency, agencia, despachante, comisionista, cha, commissionnaire, transitaire, makler, musavir, ppjk, agen, despachador, dai ly, forwarder',
  manufacturer:
    'manufacturer, manufacturers, producer, maker, fabricante, fabricant, productor, produtor, proizvoditel, izgotovitel, uretici, produsen',
  carrier:
    'carrier, carriers, transportista, transporteur, transportador, transportadora, perevozchik, naviera, airline, pengangkut, linea naviera',
  bank: 'bank, banco, banque, bco, ngan hang',
  holder: 'holder, trustee, guarantor, garante, titular',
  taxpayer: 'taxpayer, tax payer, contribuyente, contribuinte, contribuable, payer',
  party: 'party, parties, parte',
  company:
    'company, companies, empresa, compania, societe, entreprise, firma, firm, sirket, perusahaan, cong ty, doanh nghiep, line, cia',

  // What is said of a party
  name: 'name, names, nombre, nombres, nome, nom, namen, adi, nama, ten, naimenovanie, nazvanie, razon social, razonsocial, raison sociale, razao social, denominacion, denominazione, nm, dnombre, bezeichnung, unvani, ism, adi soyadi, adi, nazwa, namn',
  id: 'id, tin, pin, ruc, rut, nit, rfc, cuit, cnpj, cpf, ntn, npwp, nif, nie, iin, bin, inn, edrpou, pib, vkn, mst, ma so thue, ninea, nic, uuid, gstin, pan, tax id, identification, identificacion, identifiant, identifier, ident, identif, tax identification number, tax id number, vergi no, cedula, documento identidad, ice, nui, tpin, strn, ein, business tin, ppid, key, clave',
  iec: 'iec, ie code, importer exporter code, iec code',
  address:
    'address, addresses, addr, add, direccion, endereco, adresse, adres, adresi, alamat, adress, domicilio, indirizzo, dia chi, street, unvan, adresat, ulica',
  city: 'city, ciudad, cidade, ville, gorod, sehir, kota, stadt, town, comuna, municipio, municipality, thanh pho, locality',
  state:
    'state, province, provincia, region, departamento, department, oblast, provinsi, estado, district, depto, uf, wilaya, prov',
  country:
    'pas, country, countries, ctry, cty, pais, pays, paises, land, strana, ulke, ulkesi, negara, nuoc, paese, krai, strany, stran, kraina, nationality, kraj, kraju, olkəsi, olkə',
  phone: 'phone, telephone, tel, telefono, telefone, fax, mobile, telepon, telefon, contact',
  email: 'email, e mail, mail, correo, web, website, url',
  postal: 'postal, zip, postcode, pincode, postal code, zip code, cep, codigo postal',

  // Goods
  hs: 'part nandi, part arancelaria, part arancel, warennummer, hs, hscode, hts, htsus, ncm, sac, nandina, nabandina, naban, partida, subpartida, partida arancelaria, subpartida arancelaria, posicion arancelaria, fraccion arancelaria, arancel, arancelaria, arancelario, tnved, tn ved, tariff, tariff heading, harmonized, harmonised, harmonized system, commodity code, commodity codes, nomenclature, nomenclatura, cth, ritc, gtip, pos tarifaire, position tarifaire, espece tarifaire, ma hs, ma hang, pos tarif, kode hs, taric, tarifnummer, nandi, uktzed, ukt zed, heading, customs tariff number, cn code, ahtn, fraccion, kod tovara, kod tn ved, pautal, pauta, posicao pautal, kod tnved, tarife, nomenclature douaniere, nomenclature sh, nomenclature combinee, nomenclatura combinada, nomenclatura comun, code des marchandises, code marchandises, codigo de mercancias, codigo das mercadorias, commodity classification, commodity classification id, tariff classification, customs tariff, customs goods identifier, esya kodu, esyanin kodu, klassifikatsiya tovara, tarife pozisyonu, xif mn kodu, xif mn, kod tarif, kod towaru, taryfa, sous position tarifaire, sous position, hsn',
  product:
    'product, products, producto, productos, produto, produit, produk, goods, good, good s, merchandise, mercancia, mercancias, mercaderia, mercadoria, marchandise, marchandises, tovar, tovara, tovarov, esya, barang, ware, waren, commodity, commodities, article, articulo, artikel, hang, hang hoa, merce, urun, merc, cargo description, esyanin, tovarami, tovaram, mal, malin, mallarin, towar, towaru, towarow',
  description:
    'description, descriptions, desc, descr, descripcion, descripcin, descricao, designation, opisanie, opys, tanim, tanimi, uraian, beschreibung, mo ta, detail, details, descrip, libelle, dcom, descrizione, specification, glosa, particulars, designacao, designacoes, opisaniya, perihal, opis, təsviri',
  brand:
    'part number, part no, brand, brands, marca, marque, marka, merek, model, modelo, modele, variety, variedad, variete, colour, color, size, grade, quality, calidad, batch, lot, serial, chassis, vin, model number, brand model, nhan hieu, year of manufacture',
  commercial:
    'commercial, comercial, comerical, dagang, thuong mai, comercializacion, commercialisation, comercializacao',
  chapter: 'chapter, capitulo, chapitre, section, seccion, bab, glava',

  // Quantities
  quantity:
    'quantity, quantities, qty, qnty, qtty, quant, quantite, qte, cantidad, cant, cantidades, quantidade, qtde, qtd, menge, miktar, kolichestvo, kilkist, jumlah barang, jumlah, kuantitas, kuantiti, so luong, luong, quantita, qt, cantid, nqty, pieces, piezas, pcs, pecas, kol vo, ilosc, miqdar, miqdari, miktari',
  unit: 'unit, units, uom, unidad, unidades, unidade, unite, einheit, birim, birimi, satuan, edinitsa, ed izm, odynytsia, don vi, don vi tinh, dvt, uqc, unid, unit of measure, unit of measurement, measurement unit, measure unit, unidad medida, unidad de medida, unidade de medida, unite de mesure, edinitsa izmereniya, und, measure, measurement, medida, unidade medida, um, olcu birimi, olcu, vahidi, olcu vahidi, jednostka, jednostka miary',
  weight:
    'weight, weights, wt, wgt, peso, poids, mass, masse, masa, gewicht, ves, vaga, agirlik, berat, trong luong, khoi luong, massa, pds, wght, tonnage, mass measure, weight measure, masa, waga, cəki, cəkisi',
  gross: 'roh, gross, bruto, brut, brutto, brt, kotor, bruta, gw, grs, brute, brutes, kasar',
  net: 'eigen, net, neto, netto, liquido, nett, bersih, neta, liquida, nw, tinh, nette, nettes, net net',
  kilogram: 'kg, kgs, kilo, kilos, kilogram, kilograms, kilogramo, kilogramos, kilogrammes',
  package:
    'package, packages, pack, packing, pkg, pkgs, bulto, bultos, colis, volume, volumes, volumen, bulk, paket, kap, koli, kemasan, embalaje, envase, packaging, bags, cartons, carton, nature colis, kien, mest, tempat, bundles, pck, number of packages, gruzovye mesta, gruzovykh mest, total packages, kap adedi',
  standard:
    'standard, std, statistical unit, supplementary, supplementaire, suplementaria, standardised, standardized, estadistica unidad, stat unit, supplementaires, suplementar, suplementares, suplementarias, suplementario, complementaria, complementarias, complementares, tamamlayici, dopolnitelnye edinitsy, supp, dopolnitelnykh, dopolnitelnye',
  additional:
    'additional, adicional, second, secondary, extra, addl, additionnel, dop, dopolnitelnaya, otros, otro, other, others, autre, autres, outras, outros, misc, spill',
  physical: 'physical, fisica, fisico, physique, volphysical, fis',

  // Value
  value:
    'value, values, amount, amt, valor, valeur, val, vlr, vl, vr, nilai, tri gia, gia tri, deger, degeri, kiymet, stoimost, vartist, wert, betrag, monto, montant, importe, betragen, valore, cost, costs, costo, custo, worth, fobvalue, charge, charges, amnt, vlue, summa, somme, tutar, tutari, bedel, bedeli, montante, summy, wartosc, dəyəri, dəyər',
  price:
    'price, precio, preco, prix, preis, harga, fiyat, fiyati, tsena, tsina, don gia, gia, prezzo, pr, tseny, fiyatin',
  rate: 'rate, rates, tasa, taxa, taux, kurs, kuru, tarif, tipo, ty gia, nilai tukar, aliquot, alicuota',
  total:
    'total, totals, sum, sumof, sum of, grand, tot, totale, tong, toplam, itogo, gesamt, keseluruhan, aggregate, somme totale, ttl',
  average: 'average, avg, mean, promedio, moyenne, media',
  fob: 'fob, free on board, vlfob, vfob, valor fob, fob value, fobs, vmle, valor no local de embarque, franco a bordo, franco bord',
  cif: 'cif, cost insurance freight, cost insurance and freight, c i f, costo seguro flete, caf, cif value, vmld, cost insurance freight value, costo seguro y flete',
  freight:
    'freight, flete, frete, fret, navlun, fracht, shipping cost, ongkos angkut, angkut, fle, cuoc phi, frakht, flt, frakhta, transport cost, transportnye raskhody, frais de transport, gastos de transporte, despesas de transporte, carriage, carriage cost, nakliye bedeli',
  insurance:
    'insurance, seguro, seguros, assurance, sigorta, versicherung, asuransi, strakhovka, bao hiem, ins, seg, sure, raskhody na strakhovanie, sigorta bedeli, prime d assurance',
  currency:
    'currency, curr, ccy, cur, moneda, moeda, devise, monnaie, wahrung, valyuta, valuta, doviz, para birimi, mata uang, nguyen te, divisa, kode valuta, tien te, nt',
  usd: 'usd, us dollar, us dollars, dollar, dollars, dolar, dolares, dol, usdollar, u s, us, u s d, usd value, dolpol, do la my, dollari, doll, dollarov, doll ssha, dollarov ssha, dollary ssha, dollary, abd dolari, dolari, dollars americains, dolares americanos, dolares estadounidenses, dolares dos eua, dolares eua',
  local:
    'local, national, nacional, ncy, lcy, lc, nat, home, domestic, moneda nacional, local currency, national currency, lokal, in local currency, domestic currency, quoc gia, ncu, mn',
  foreign:
    'foreign, external, exterior, extranjero, extranjera, etranger, estrangeiro, asing, inostrannyy, yabanci, overseas, nuoc ngoai',
  foreigncurrency:
    'foreign currency, fcy, fc, moneda extranjera, devises, currency of invoice value, in foreign currency, val fc, foreign exchange, me',
  exchange:
    'exchange, cambio, change, conversion, tasa de cambio, tipo de cambio, taxa de cambio, taux de change, doviz kuru, kurs valyuty, ty gia tinh thue, fx, cours, ex',
  assessed: 'assessed, assess, ass, assessable, assigned, appraised, tasado, evaluado, ajustado, dutiable',
  declared: 'declared, dcl, declarado, declare, declaree, khai bao, dcld',
  statistical:
    'statistischer, statistische, statistico, statistical, stat, estadistico, estadistica, statistique, estatistico, estatistica, estat, statisticheskaya, istatistiki, istatistik, statistic, statistics, thong ke, statystyczna, statistik',
  taxable:
    'taxable, imponible, base imponible, tributavel, non taxable, not taxable, imposable, base, gravable, kena pajak',
  invoice:
    'invoice, inv, factura, fatura, facture, faktur, faktura, rechnung, hoa don, fact, fakturnaya, fakturnoy, schet faktura, invoys, faturado, facturation, faturamento, fakturowa',
  transaction: 'transaction, transaccion, transacao, operation, operacion, operacao, giao dich',
  contract: 'contract, contrato, contrat, kontrak, kontrakt, sozlesme, hop dong, dogovora, dogovor',
  thousand:
    'thousand, thousands, miles, mil, lacs, lakh, lakhs, million, millions, milhoes, tys, tysyach, milliers, milhares, millares, bin usd',
  percent:
    'percent, percentage, porcentaje, percentual, pct, pourcentage, gt, percentge, share, porc, protsent, yuzde, persen',
  per: 'per, por',

  // Duties and taxes
  duty: 'duty, duties, derecho, derechos, arancel pagado, advalorem, ad valorem, advalem, adval, adv, droit, droits, poshlina, gumruk vergisi, bea masuk, bea, zoll, customs duty, import duty, imports duty, basic duty, thue nhap khau, ddi, arancel advalorem, myto, direitos, direitos aduaneiros, direitos de importacao, vvoznaya poshlina, tamozhennaya poshlina, poshliny, igi, derechos arancelarios, derechos de aduana, droits de douane, droit de douane',
  tax: 'tax, taxes, impuesto, impuestos, imposto, taxe, taxes, impot, nalog, vergi, pajak, cukai, steuer, thue, tributo, tributos, levy, levies, gravamen, gravamenes, cess, wht, sbory, platezhi, taxas, tasas, prelevement, redevance, harc, resim, recargo, emolumentos, pis, cofins, fodinfa, kkdf, damga vergisi, surcharge, surtax, sobretasa, sobretaxa, railway development levy, nhil, getfund, timbre, sws, social welfare surcharge',
  vat: 'vat, iva, tva, igv, icms, kdv, ppn, nds, pdv, mwst, thue gtgt, value added tax, thue vat, gst vat, impuesto valor agregado',
  incometax: 'income tax, pph, retencion renta, income tax amount, it amount, advance income tax',
  luxurytax: 'luxury tax, ppnbm, luxury',
  excise:
    'excise, ice tax, isc, accise, aktsiz, otv, consumo, ieps, ipi, selectivo, excise tax, excise duty, tieu thu dac biet',
  sales: 'sales, sale, venta, ventas, vente',
  antidumping:
    'anti dumping, antidumping, dumping, safeguard, ecology, environmental, eco, regulatory duty, additional customs duty, acd, ilave gumruk vergisi',
  fee: 'fee, fees, honorarios, frais, biaya, sbor, ucret, phi, commission, comision, dta, emolumento, import declaration fee, sbory za oformlenie, tamozhennye sbory, tamozhennyy sbor, redevance statistique, tasa estadistica, tasa de estadistica, service fee, afrmm',
  clearance:
    'clearance, desaduanamiento, dedouanement, thong quan, clearing, despacho, levante, desembaraco, desembaraco aduaneiro, desalfandegamento, desaduanamento',
  payable:
    'payable, paid, payment, payments, pago, pagado, paye, pagar, paiement, pagamento, thanh toan, computed, collected',
  bcd: 'bcd',
  cvd: 'cvd',
  igst: 'igst',
  cesstax: 'gst cess, compensation cess',
  drawback: 'drawback, draw back, dbk',

  // Places
  port: 'port, ports, puerto, porto, hafen, liman, limani, pelabuhan, pel, cang, porte, gateway, airport, aeropuerto, portstr, pto, puer, harbour, harbor, porta',
  origin:
    'origin, origen, origem, origine, orig, org, proiskhozhdeniya, proiskhozhdenie, mense, mensei, asal, ursprung, ursprungsland, xuat xu, pokhodzhennya, orige, paisgen, paisor, stranaproiskhozhdeniya, pochodzenia, mənsə, mənsəi',
  destination:
    'destination, destino, dest, naznacheniya, naznachenie, varis, tujuan, bestimmung, dich, den, arrivee, destinazione, pryznachennya, gidecegi, destin, przeznaczenia, təyinat',
  loading:
    'loading, lading, embarque, embarquement, carga, pogruzki, yukleme, muat, verladung, load, pol, embar, embarcacion, xep hang, boc hang, port of lading, chargement, cargue',
  discharge:
    'discharge, unloading, unlading, desembarque, desembarco, descarga, dechargement, debarquement, bosaltma, vygruzki, bongkar, landing, pod, entladung, do hang',
  departure:
    'departure, dispatch, despatch, consignment, procedencia, provenance, procedence, otpravleniya, cikis, sevk, keberangkatan, consigned, versendung, expedicion, expedition, vidpravlennya, leaving, exportation, despacho pais, otpravleniya tovara, ihracat ulkesi, wysylki, gondərmə',
  arrival:
    'arrival, llegada, chegada, arrivee date, pribytiya, varis tarihi, kedatangan, ankunft, tiba, ingreso, entrada',
  purchase:
    'purchase, acquisition, adquisicion, aquisicao, compra, achat, pembelian, satin alma, adqui, kauf, adq, partner',
  trading: 'trade, trading, comercio, commerce, torguyushchaya, ticaret, torgovli, torgovaya',
  supply: 'supply, supplying, supplies',
  shipment:
    'shipment, shipments, envio, envios, sendung, pengiriman, lo hang, gonderi, partiya, consignment total, otgruzki, otgruzka',
  delivery:
    'delivery, delivered, entrega, livraison, postavki, postavka, teslim, teslimat, penyerahan, lieferung, giao hang',
  transit:
    'transit, transito, transshipment, transbordo, transhipment, intermediate, intermediary, transb, via country',
  customs:
    'customs, custom, aduana, aduanas, aduanera, aduanero, alfandega, douane, douanes, douanier, gumruk, gumrugu, tamozhnya, tamozhenny, tamozhennyy, mytnytsia, bea cukai, pabean, zollamt, hai quan, adu, aduan, urf, codi aduan, dogana, customs house, aduaneiro, tamozhennaya, tamozhennoy, aduaneira, gumrukleme, gumrukler, kastam, gomruk, celny, celna, celne, cus',
  office:
    'office, oficina, bureau, kantor, post, posta, idaresi, recinto, administracion, station, estacion, chi cuc, puesto, checkpoint, point, unidade, delegacion, organ, mudurlugu, idare, posto, estancia, estancias, distrito, collectorate, cuo, oficinas, clearance office, orqani, stesen, urzad',
  warehouse:
    'warehouse, almacen, deposito, bodega, entrepot, cfs, shed, terminal, ambar, gudang, zona primaria, location, localisation, localizacion, lokasi, kho, sklad, place, lugar, loc, lieu',
  zone: 'zone, zona, economic zone, free zone, zona franca, sez, ftz, zona economica, free trade zone',

  // Time
  date: 'date, dates, fecha, fec, fech, fecnum, data, tanggal, tgl, ngay, tarih, tarihi, datum, dt, dated, day, dia, jour, gun, dato, tarix, dat, date time, datetime, tarixi, tarikh, data i czas',
  month: 'month, mes, mois, monat, ay, bulan, mm, thang, mesyats, misyats, co mes',
  year: 'year, ano, anio, annee, jahr, yil, tahun, yyyy, nam, god, rik, anho, co ano, yr',
  period:
    'period, periodo, monthyear, month year, yearmonth, year month, periode, mes ano, ano mes, anomes, mesano, anio mes, aamm, fiscal period',
  registration:
    'registration, registered, registro, registrado, registry, enregistrement, tescil, numeracion, regis, dang ky, pendaftaran, registratsii, lodgement, submission, presentacion, reg, prese, anmeldung, enreg, daftar, pendaftaran',
  acceptance:
    'acceptance, accepted, aceptacion, aceptacin, aceptac, acceptation, aceite, aceptada, fecacep, admision, validacion, validation, validated, przyjecia, przyjecie',
  assessment: 'assessment, liquidacion, liquidation, cleared, determination, evaluacion, aforo, asst',
  release:
    'release, released, liberacion, retiro, bae, mainlevee, salida, vypuska, exit, leo, let export order, issue, issued, emision, expedicao, cancelacion, cancellation, bon a enlever, levantamiento, intac',
  estimated: 'estimated, eta, etd, estimada, expected, scheduled',
  actual: 'actual, real, efectiva',

  // Declaration
  import:
    'import, imports, imp, importacion, importaciones, importacao, importation, importations, impor, ithalat, nhap, imported, einfuhr, importe direction, ithal, import declaration',
  export:
    'export, exports, exp, exportacion, exportaciones, exportacao, exportation, exportations, ekspor, ihracat, xuat, exported, ausfuhr, eksport, ihrac',
  declaration:
    'declaration, declarations, declaracion, declaracao, decl, deklarasi, dau, dua, dam, dus, din, sad, gtd, dt number, to khai, beyanname, beyannamesi, entry, entries, boe, be, bill of entry, bl of entry, pib no, peb, pedimento, despacho numero, tansad, refrendo, customs declaration, import declaration number, asmt, duimp, zollanmeldung, ndcl, formulario, customs entry, entrycode, crn, custom entry, poliza, dum, declaration unique de marchandises, gd, goods declaration, declaratsii, deklaratsii, bəyannamə, bəyannamənin, zgloszenie, zgloszenia, oficializacion',
  shippingbill: 'shipping bill, sb, s bill, s b',
  item: 'item, items, itm, posicion, seri, serie, linea, ligne, linha, item line, line item, partida item, nser, kalem, article number, stt, adicao, pos barang, item no, sub item, numitem, lineitem, nume serie',
  number:
    'number, numbers, no, nr, num, numero, nro, n, nomor, nomer, so, numara, nummer, nbr, nos, sayisi, sl, sno, serial no, nume, correlativo, correlative, corre, nomer po poryadku, nber, nbre, sayi',
  code: 'co, sg, code, codes, cod, codigo, cdigo, cd, kode, kod, ma, kodu, codigos, codi, cde, iso, abbreviation, abbr',
  type: 'type, types, tipo de, typ, tp, jenis, clase, class, turu, kind, loai, naturaleza, nature, vid, tip, tpo',
  regime:
    'regime, regimen, procedure, procedimiento, rejim, rejimi, cpc, modality, modalidad, apc, epc, procedimento, regime code, modalidade, che do, prosedur, protsedura, protsedury, rezhim, rezhima, regime douanier, regimen aduanero, regime aduaneiro, gumruk rejimi, tamozhennaya protsedura, requested procedure, previous procedure, extended procedure, extended customs procedure, national customs procedure, customs procedure, customs procedure code, procedure code, extd proc, proc, regime code procedure, destinacion, destinacion aduanera, destino aduanero, tipo de operacion, tipo de despacho, clave de pedimento, clave pedimento, kod protsedury, nature of transaction, naturaleza de la transaccion, natureza da transaccao, natureza da transacao, nature de la transaction, islemin niteligi',
  purpose: 'purpose, proposito, finalidad, use, uso, but, tujuan impor, muc dich',
  status:
    'status, estado de, statut, situacion, result, resultado, selectivity, channel, canal, condition, cancelled flag, yn',
  record:
    'record, records, registros, row, fila, tag, seq, sequence, slno, sr, srno, line no, index, secuencia, uid, key no',
  category: 'category, categoria, categorie, kategori, kategoriya',
  licence: 'licence, license, licencia, licenca, permit, permiso, ruhsat, lisensi, izin, giay phep',
  agreement:
    'agreement, acuerdo, accord, preference, preferencia, pref, prefcode, preferential, exemption, exempt, exempted, exencion, exoneracion, exonere, isencao, muafiyet, pembebasan, mien thue, waiver, anlasma, tratado, convenio, uu dai',
  method: 'method, metodo, methode, yontem, valuation, phuong thuc',
  economicdata: 'economic, economico, economica',
  quality: 'check digit, digito verificador, dv, digito, digit',

  // Transport
  transport:
    'transport, transportation, transporte, transp, transporta, tasima, pengangkutan, verkehrszweig, ship mode, conveyance, nakliye, van chuyen, trasporto, moyen transport, shipping, nakliyat, tasit, transportnogo',
  mode: 'mode, modo, via, sekli, mod, modus, moda, cara, means, medio, moyen, vid transporta, phuong tien, viatrans, modal, viatra, co via, tpt',
  vessel:
    'vessel, ship, buque, navio, nave, navire, kapal, gemi, schiff, sudno, tau, ship name, vessel name, flight, sarana angkut, barco, motonave, aircraft, truck',
  voyage: 'voyage, viaje, viagem, voy, seferi, chuyen',
  lading:
    'bl, b l, bol, bill of lading, bill lading, blno, mbl, hbl, awb, airway bill, air waybill, mawb, hawb, conocimiento, conocimiento emb, conocimiento de embarque, conocimiento embarque, guia aerea, connaissement, konsimento, konosament, van don, transport document, documento de transporte, documento transporte, bill of landing, waybill, cmr, doc transporte, nbl, conhecimento',
  manifest: 'manifest, manifesto, manifiesto, manifeste, igm, rotation, igmno, manif, manifestos, manifes',
  container:
    'container, containers, cntr, contenedor, contenedores, conteneur, conteneurs, konteyner, konteiner, peti kemas, contr, ctnr, kontainer, conteiner',
  seal: 'seal, precinto, sceau, muhur, marks, marcas, sello',
  cargo: 'cargo, load type, tipo carga, tipo de carga, gruz, kargo, type of cargo, load',
  flag: 'flag, bandera, pavillon, bandeira, bendera, bayrak',
  incoterm:
    'incoterm, incoterms, terms of delivery, delivery terms, delivery term, terms delivery, condicion de venta, condicion venta, clausula venta, clausula de venta, cl compra, clcompra, condiciones de entrega, incoterme, conditions de livraison, condicoes de venda, usloviya postavki, teslim sekli, cara penyerahan, lieferbedingung, dieu kien giao hang, trade terms, price term, price terms, shipment terms, term of delivery, umovy postavky, warunki dostawy',
  zoneindicator: 'indicator, indicador, qualifier, flag yn',

  // Languages of a column that stands there twice
  english: 'en, eng, english, ingles, anglais, translated, translation',
  otherlanguage:
    'vn, vi, vie, es, spa, fr, fra, pt, ru, rus, ua, ukr, uz, tr, ar, arabic, cn, zh, chinese, spanish, french, native, original, orig lang, mn lang, am, arm, kz, ge',
} as const;

/** What a word of a header means. */
export type Concept = keyof typeof WORDS;

/** Words that carry no meaning of their own in a header. */
const EMPTY = new Set(
  (
    'of the and or in on at to by for from with a an as de del la el los las le les du des da do das dos e y o en et au aux ' +
    'para com con sobre un una von der die das und zu im bei po na v s iz dan di yang ke ve ile cua theo va u l d ' +
    'gr eaes em which that is final int intl international text border frontera fronteira frontiere granitse sinir sinirdaki'
  ).split(' '),
);

const SINGLE = new Map<string, Concept>();
const PHRASES = new Map<string, Concept>();
/** Longest phrase, in words. */
let longest = 1;
for (const [concept, words] of Object.entries(WORDS)) {
  for (const word of words.split(', ')) {
    const parts = word.split(' ').length;
    longest = Math.max(longest, parts);
    // The first meaning that is written down stands.
    const kept = parts === 1 ? SINGLE : PHRASES;
    if (!kept.has(word)) kept.set(word, concept as Concept);
  }
}

/** Letters of scripts of which a header's words are found one after the other, since no gaps are between them. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}ー]/u;
export const isUnspaced = (text: string) => UNSPACED.test(text.normalize('NFC'));

/** A word as headers are read: decomposed, without marks. */
const bare = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '');

/** Words written without gaps, and what they mean: one sign may say two things, as "net weight". */
const UNSPACED_WORDS = new Map<string, Concept[]>();
for (const [concept, words] of Object.entries(SCRIPT_WORDS)) {
  for (const word of words.split(', ').map(bare)) {
    if (isUnspaced(word)) {
      UNSPACED_WORDS.set(word, [...(UNSPACED_WORDS.get(word) ?? []), concept as Concept]);
      continue;
    }
    const kept = word.includes(' ') ? PHRASES : SINGLE;
    longest = Math.max(longest, word.split(' ').length);
    if (!kept.has(word)) kept.set(word, concept as Concept);
  }
}
const LONGEST_UNSPACED = Math.max(...[...UNSPACED_WORDS.keys()].map(({ length }) => length));

/** What is written without gaps as its words, the longest first; what means nothing stands together. */
export function unspacedWords(text: string): { word: string; concepts: readonly Concept[] }[] {
  const found: { word: string; concepts: readonly Concept[] }[] = [];
  for (let at = 0; at < text.length; ) {
    let length = Math.min(LONGEST_UNSPACED, text.length - at);
    while (length > 0 && !UNSPACED_WORDS.has(text.slice(at, at + length))) length -= 1;
    const word = text.slice(at, at + Math.max(1, length));
    const before = found.at(-1);
    if (length === 0 && before?.concepts.length === 0) before.word += word;
    else found.push({ word, concepts: UNSPACED_WORDS.get(word) ?? [] });
    at += word.length;
  }
  return found;
}

export const LONGEST_PHRASE = longest;

/** Every single word. */
export const VOCABULARY: ReadonlyMap<string, Concept> = SINGLE;

/** The meaning of several words, joined by spaces. */
export const PHRASE_MEANINGS: ReadonlyMap<string, Concept> = PHRASES;

/** True for a word that says nothing by itself. */
export function isEmptyWord(word: string): boolean {
  return EMPTY.has(word);
}
