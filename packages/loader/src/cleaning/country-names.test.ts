import { expect, it } from 'vitest';
import { countriesByLanguage, isCountryName } from './country-names.js';

const meant = (...texts: string[]) => Object.fromEntries(countriesByLanguage(texts));

it('countries are known by their names in any language, with accents and without', () => {
  expect(meant('Bỉ', 'Đức', 'Áo', 'Thái Lan', 'Trung Quốc', 'Hàn Quốc')).toEqual({
    ...{ Bỉ: 'Belgium', Đức: 'Germany', Áo: 'Austria', 'Thái Lan': 'Thailand', 'Trung Quốc': 'China' },
    'Hàn Quốc': 'South Korea',
  });
  expect(meant('ETATS-UNIS', 'ÉTATS-UNIS', 'Бельгия', 'ベルギー', '대한민국', 'STANY ZJEDNOCZONE')).toEqual({
    ...{ 'ETATS-UNIS': 'United States', 'ÉTATS-UNIS': 'United States', Бельгия: 'Belgium', ベルギー: 'Belgium' },
    ...{ 대한민국: 'South Korea', 'STANY ZJEDNOCZONE': 'United States' },
  });
});

it('countries are known by their short forms, and by names whose first words stand last', () => {
  expect(meant('США', 'КОРЕЯ, РЕСПУБЛИКА', 'КОНГО, ДЕМОКРАТИЧЕСКАЯ РЕСПУБЛИКА')).toMatchObject({
    ...{ США: 'United States', 'КОРЕЯ, РЕСПУБЛИКА': 'South Korea' },
  });
  expect(meant('КИТАЙ, РЕСПУБЛИКА', 'UK', 'EU')).toEqual({});
});

it('a short word is a name where the others are of its language, and a code where they are codes', () => {
  expect(meant('Nga', 'Trung Quốc', 'Hàn Quốc', 'Nhật Bản')).toMatchObject({ Nga: 'Russia' });
  expect(meant('NGA', 'CHN', 'KOR', 'JPN')).toEqual({});
  expect(meant('Bi', 'CN', 'Ýy')).toEqual({});
});

it('a code beside the name of the same country is its country', () => {
  expect(meant('CN China', 'KOR 대한민국', 'CO China')).toEqual({ 'CN China': 'China', 'KOR 대한민국': 'South Korea' });
  expect(['CN China', 'CN - China', 'Deutschland (DE)', 'CN Shenzhen', 'Shanghai - CN'].map(isCountryName)).toEqual([
    ...[true, true, true, false, false],
  ]);
  expect(meant('IN, INDIA', 'INDIA (IN)', 'CN - CHINA', 'DEU/ALEMANIA', 'US: ETATS-UNIS')).toEqual({
    ...{ 'IN, INDIA': 'India', 'INDIA (IN)': 'India', 'CN - CHINA': 'China', 'DEU/ALEMANIA': 'Germany' },
    'US: ETATS-UNIS': 'United States',
  });
  expect(
    meant(
      'KOREA, REPUBLIC OF [KR]',
      '(TW) Taiwan',
      'Iran (Islamic Republic of) IR',
      '784 - United Arab Emirates',
      'Türkiye_TR',
    ),
  ).toEqual({
    ...{ 'KOREA, REPUBLIC OF [KR]': 'South Korea', '(TW) Taiwan': 'Taiwan', 'Iran (Islamic Republic of) IR': 'Iran' },
    ...{ '784 - United Arab Emirates': 'United Arab Emirates', Türkiye_TR: 'Türkiye' },
  });
  // Whatever sign stands between them.
  expect(meant('Corea del Sur=KR', '*DE* = Alemania', 'Brasil + BRA', 'CHN~China')).toEqual({
    ...{ 'Corea del Sur=KR': 'South Korea', '*DE* = Alemania': 'Germany', 'Brasil + BRA': 'Brazil' },
    'CHN~China': 'China',
  });
  expect(meant('TURKEY TR', 'KR: Korea the Republic', 'KP: Korea, DPR of', 'TW: Taiwan Island', '052 TURKEY')).toEqual({
    ...{ 'TURKEY TR': 'Türkiye', 'KR: Korea the Republic': 'South Korea', 'KP: Korea, DPR of': 'North Korea' },
    ...{ 'TW: Taiwan Island': 'Taiwan', '052 TURKEY': 'Türkiye' },
  });
  // An office's own code, and a name that is turned by brackets.
  expect(meant('ALE - ALEMANIA', 'KOR - COREA (REPUBLICA DE)', 'XYZ - CONGO')).toEqual({
    ...{ 'ALE - ALEMANIA': 'Germany', 'KOR - COREA (REPUBLICA DE)': 'South Korea' },
  });
  expect(meant('IN STOCK', 'NO: Not known', 'Bulk cargo NO')).toEqual({});
  expect(meant('CN, INDIA', 'XX, SOMEWHERE', 'EUROPEAN UNION', 'HIGH SEAS')).toEqual({});
});

it('countries are known by what states call themselves, in any language', () => {
  const names = {
    Russia: ['Российская Федерация', 'Liên bang Nga', '俄罗斯联邦'],
    // A language has other names where it is spoken elsewhere.
    'United Arab Emirates': [
      'ОБЪЕДИНЁННЫЕ АРАБСКИЕ ЭМИРАТЫ',
      'ОБЪЕДИНЕННЫЕ АРАБСКИЕ ЭМИРАТЫ',
      '阿拉伯聯合大公國',
      '阿拉伯聯合酋長國',
    ],
    "Côte d'Ivoire": ["République de Côte d'Ivoire"],
    China: ['中國大陸'],
    Türkiye: ['Türkiye Cumhuriyeti'],
    Uzbekistan: ['Republic of Uzbekistan'],
    Moldova: ['Республика Молдова'],
    India: ['Cộng hòa Ấn Độ'],
    Iran: ['جمهوری اسلامی ایران'],
    Egypt: ['جمهورية مصر العربية'],
    'South Korea': ['کره جنوبی', 'کرهٔ جنوبی'],
    Vietnam: ['越南社会主义共和国'],
    Uruguay: ['República Oriental del Uruguay'],
    Norway: ['Königreich Norwegen'],
    Laos: ['République Démocratique Populaire Lao'],
  };
  for (const [country, written] of Object.entries(names))
    for (const name of written) expect(meant(name)).toEqual({ [name]: country });
});

it('a state of whose name there are two needs all of it', () => {
  const parts = ['Republik China', 'Respublika Koreya', 'Republic of Congo Basin', 'Union européenne'];
  expect(meant(...parts, 'Turkish Republic of Northern Cyprus')).toEqual({});
  expect(meant('Республика Конго', 'Demokratische Republik Kongo', 'КНДР', 'Республика Корея')).toEqual({
    ...{ 'Республика Конго': 'Republic of the Congo', 'Demokratische Republik Kongo': 'DR Congo' },
    ...{ КНДР: 'North Korea', 'Республика Корея': 'South Korea' },
  });
});
