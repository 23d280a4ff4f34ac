/** Capitals by country. */
const LIST = `Afghanistan:Kabul,Albania:Tirana,Algeria:Algiers,Angola:Luanda,Argentina:Buenos Aires,Armenia:Yerevan,
Australia:Canberra,Austria:Vienna,Azerbaijan:Baku,Bangladesh:Dhaka,Belarus:Minsk,Belgium:Brussels,Bolivia:Sucre,
Bosnia and Herzegovina:Sarajevo,Botswana:Gaborone,Brazil:Brasília,Bulgaria:Sofia,Cambodia:Phnom Penh,Cameroon:Yaoundé,
Canada:Ottawa,Chile:Santiago,China:Beijing,Colombia:Bogotá,Costa Rica:San José,Croatia:Zagreb,Cuba:Havana,Cyprus:Nicosia,
Czechia:Prague,Denmark:Copenhagen,Dominican Republic:Santo Domingo,Ecuador:Quito,Egypt:Cairo,El Salvador:San Salvador,
Estonia:Tallinn,Ethiopia:Addis Ababa,Finland:Helsinki,France:Paris,Georgia:Tbilisi,Germany:Berlin,Ghana:Accra,Greece:Athens,
Guatemala:Guatemala City,Haiti:Port-au-Prince,Honduras:Tegucigalpa,Hungary:Budapest,Iceland:Reykjavík,India:New Delhi,
Indonesia:Jakarta,Iran:Tehran,Iraq:Baghdad,Ireland:Dublin,Israel:Jerusalem,Italy:Rome,Jamaica:Kingston,Japan:Tokyo,
Jordan:Amman,Kazakhstan:Astana,Kenya:Nairobi,Kuwait:Kuwait City,Latvia:Riga,Lebanon:Beirut,Libya:Tripoli,Lithuania:Vilnius,
Luxembourg:Luxembourg,Madagascar:Antananarivo,Malaysia:Kuala Lumpur,Malta:Valletta,Mexico:Mexico City,Moldova:Chișinău,
Mongolia:Ulaanbaatar,Morocco:Rabat,Mozambique:Maputo,Myanmar:Naypyidaw,Namibia:Windhoek,Nepal:Kathmandu,
Netherlands:Amsterdam,New Zealand:Wellington,Nicaragua:Managua,Niger:Niamey,Nigeria:Abuja,North Korea:Pyongyang,
North Macedonia:Skopje,Norway:Oslo,Oman:Muscat,Pakistan:Islamabad,Panama:Panama City,Paraguay:Asunción,Peru:Lima,
Philippines:Manila,Poland:Warsaw,Portugal:Lisbon,Qatar:Doha,Romania:Bucharest,Russia:Moscow,Rwanda:Kigali,
Saudi Arabia:Riyadh,Senegal:Dakar,Serbia:Belgrade,Singapore:Singapore,Slovakia:Bratislava,Slovenia:Ljubljana,
South Africa:Pretoria,South Korea:Seoul,Spain:Madrid,Sri Lanka:Sri Jayawardenepura Kotte,Sudan:Khartoum,Sweden:Stockholm,
Switzerland:Bern,Syria:Damascus,Taiwan:Taipei,Tanzania:Dodoma,Thailand:Bangkok,Tunisia:Tunis,Turkey:Ankara,Uganda:Kampala,
Ukraine:Kyiv,United Arab Emirates:Abu Dhabi,United Kingdom:London,United States:Washington,Uruguay:Montevideo,
Uzbekistan:Tashkent,Venezuela:Caracas,Vietnam:Hanoi,Yemen:Sana'a,Zambia:Lusaka,Zimbabwe:Harare`;

export const CAPITALS: ReadonlyMap<string, string> = new Map(
  LIST.split(",").map((entry) => entry.trim().split(":") as [string, string]),
);
