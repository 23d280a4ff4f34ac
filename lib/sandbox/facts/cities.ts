/** Forty cities with their country, their population (of the city proper, rounded) and landmarks with years. */

export type City = {
  name: string;
  country: string;
  population: number;
  landmarks: { name: string; built: number }[];
};

const LIST = `Lisbon|Portugal|546000|Belém Tower 1519,Jerónimos Monastery 1601,Santa Justa Lift 1902
Oslo|Norway|717000|Akershus Fortress 1299,Royal Palace 1849,Opera House 2007
Paris|France|2103000|Notre-Dame 1345,Louvre Palace 1546,Eiffel Tower 1889
London|United Kingdom|8866000|Tower of London 1078,Tower Bridge 1894,London Eye 2000
Berlin|Germany|3662000|Brandenburg Gate 1791,Reichstag 1894,Fernsehturm 1969
Madrid|Spain|3332000|Plaza Mayor 1619,Royal Palace 1755,Puerta de Alcalá 1778
Barcelona|Spain|1660000|Sagrada Família 1882,Casa Batlló 1906,Palau de la Música 1908
Rome|Italy|2748000|Colosseum 80,Pantheon 126,Trevi Fountain 1762
Vienna|Austria|2005000|St. Stephen's Cathedral 1365,Schönbrunn Palace 1750,State Opera 1869
Prague|Czechia|1357000|Prague Castle 880,Charles Bridge 1402,Astronomical Clock 1410
Amsterdam|Netherlands|931000|Oude Kerk 1306,Royal Palace 1665,Rijksmuseum 1885
Copenhagen|Denmark|660000|Rosenborg Castle 1624,Tivoli Gardens 1843,Little Mermaid 1913
Stockholm|Sweden|988000|Storkyrkan 1306,Royal Palace 1754,City Hall 1923
Helsinki|Finland|674000|Suomenlinna 1748,Helsinki Cathedral 1852,Temppeliaukio Church 1969
Dublin|Ireland|592000|Dublin Castle 1204,Trinity College 1592,Ha'penny Bridge 1816
Athens|Greece|643000|Parthenon -432,Odeon of Herodes Atticus 161,Hellenic Parliament 1843
Budapest|Hungary|1686000|Chain Bridge 1849,Parliament 1902,Fisherman's Bastion 1902
Warsaw|Poland|1862000|Royal Castle 1619,Wilanów Palace 1696,Palace of Culture 1955
Istanbul|Turkey|15656000|Hagia Sophia 537,Topkapı Palace 1478,Blue Mosque 1616
Moscow|Russia|13150000|Kremlin 1495,St. Basil's Cathedral 1561,Bolshoi Theatre 1825
Cairo|Egypt|10100000|Mosque of Ibn Tulun 879,Citadel 1183,Cairo Tower 1961
Nairobi|Kenya|4397000|Nairobi Railway Station 1899,Karen Blixen House 1912,KICC Tower 1973
Cape Town|South Africa|4773000|Castle of Good Hope 1679,Old Town House 1761,City Hall 1905
Lagos|Nigeria|15388000|Water House 1885,Cathedral Church of Christ 1946,National Theatre 1976
Tokyo|Japan|14178000|Sensō-ji 645,Tokyo Station 1914,Tokyo Tower 1958
Kyoto|Japan|1463000|Kiyomizu-dera 778,Kinkaku-ji 1397,Nijō Castle 1626
Seoul|South Korea|9411000|Gyeongbokgung 1395,Myeongdong Cathedral 1898,N Seoul Tower 1971
Beijing|China|21858000|Forbidden City 1420,Temple of Heaven 1420,National Stadium 2008
Singapore|Singapore|5917000|Sri Mariamman Temple 1827,Raffles Hotel 1887,Marina Bay Sands 2010
Bangkok|Thailand|5456000|Grand Palace 1782,Wat Phra Kaew 1784,Democracy Monument 1940
Mumbai|India|12479000|CST Station 1887,Taj Mahal Palace 1903,Gateway of India 1924
Sydney|Australia|5450000|Queen Victoria Building 1898,Harbour Bridge 1932,Opera House 1973
Auckland|New Zealand|1478000|Ferry Building 1912,War Memorial Museum 1929,Sky Tower 1997
New York|United States|8258000|Statue of Liberty 1886,Empire State Building 1931,Chrysler Building 1930
San Francisco|United States|809000|Ferry Building 1898,Coit Tower 1933,Golden Gate Bridge 1937
Chicago|United States|2665000|Water Tower 1869,Tribune Tower 1925,Willis Tower 1973
Toronto|Canada|2794000|Old City Hall 1899,Casa Loma 1914,CN Tower 1976
Mexico City|Mexico|9209000|Chapultepec Castle 1863,Palacio de Bellas Artes 1934,Torre Latinoamericana 1956
Rio de Janeiro|Brazil|6211000|Theatro Municipal 1909,Sugarloaf Cable Car 1912,Christ the Redeemer 1931
Lima|Peru|10092000|Lima Cathedral 1649,San Francisco Basilica 1774,Government Palace 1938`;

export const CITIES: readonly City[] = LIST.split("\n").map((line) => {
  const [name = "", country = "", population = "", landmarks = ""] = line.split("|");
  return {
    name,
    country,
    population: Number(population),
    landmarks: landmarks.split(",").map((landmark) => {
      const [, title = "", built = ""] = /^(.*) (-?\d+)$/.exec(landmark) ?? [];
      return { name: title, built: Number(built) };
    }),
  };
});

/** Returns the cities that a text names, in the order of the text. */
export function citiesIn(text: string): City[] {
  const said = text.toLowerCase();
  return CITIES.map((city) => ({ city, at: positionOf(city.name.toLowerCase(), said) }))
    .filter(({ at }) => at >= 0)
    .sort((left, right) => left.at - right.at)
    .map(({ city }) => city);
}

function positionOf(name: string, text: string): number {
  return new RegExp(`(?<!\\p{L})${name}(?!\\p{L})`, "u").exec(text)?.index ?? -1;
}
