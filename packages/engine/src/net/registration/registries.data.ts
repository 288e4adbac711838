/**
 * RDAP services by top-level domain: an extract of IANA's bootstrap file (RFC 9224,
 * https://data.iana.org/rdap/dns.json), by its member `publication` of that day. Compared on 2026-11-23 with public
 * copies of the file, as far as these contain the row: com, net, org, uk, app and all others of Google; the rows of
 * Identity Digital (ai, info and others), biz, club, cz, ar and is are from the copy of 2025-11-06. IANA lists no
 * service for io, ac, ag, bz, co, de, me and sh, although some of their registries run one. Unlisted registries are not
 * queried; PERIMETER_RDAP_BOOTSTRAP names a complete file.
 */
export const shippedRegistries: { date: string; services: readonly (readonly [url: string, domains: string])[] } = {
  date: '2026-06-26',
  services: [
    ['https://rdap.verisign.com/com/v1/', 'com'],
    ['https://rdap.verisign.com/net/v1/', 'net'],
    [
      'https://rdap.publicinterestregistry.org/rdap/',
      'org charity foundation gives giving ngo ong xn--c1avg xn--i1b6b1a6a2e xn--nqv7f xn--nqv7fs00ema',
    ],
    [
      'https://pubapi.registry.google/rdap/',
      'ads android app boo cal channel chrome dad day dclk dev docs drive eat esq fly foo gbiz gle gmail goog google guge hangout here how ing map meet meme mov new nexus page phd play prod prof rsvp search soy xn--flw351e xn--q9jyb4c xn--qcka1pmc youtube zip',
    ],
    [
      'https://rdap.identitydigital.services/rdap/',
      'academy aero agency ai asia associates band bet bike bingo bio black blue bm business cafe camp capital care careers cash center chat church city clinic coach codes coffee community company computer consulting contact cool credit dance deals dental digital direct directory doctor dog domains education email energy engineer engineering equipment estate events exchange expert express family fan farm finance financial fish fitness fund fyi gallery games gifts global gmbh gold golf graphics green group guide guru haus healthcare holdings holiday hospital house immo immobilien industries info institute insure international investments irish jetzt kaufen kids kim kitchen land legal lgbt life limited live llc loans ltd maison management market marketing media mobi moda money mu network news ninja onl organic partners parts pet photography photos pictures pink pizza place plumbing plus post pro productions promo properties pub red reise reisen rentals repair report restaurant reviews rich rip rocks run sale salon sarl school schule services shiksha shoes shopping show singles ski social software solar solutions srl studio style supplies supply support systems tax taxi team technology tennis tips today tools tours town toys trading training travel university vacations ventures vet video vin vision vote voyage watch wine works world wtf zone',
    ],
    ['https://rdap.nic.biz/', 'biz'],
    ['https://rdap.nic.club/', 'club'],
    ['https://rdap.nic.cz/', 'cz'],
    ['https://rdap.nic.ar/', 'ar'],
    ['https://rdap.isnic.is/rdap/', 'is'],
    ['https://rdap.centralnic.com/xyz/', 'xyz'],
    ['https://rdap.centralnic.com/icu/', 'icu'],
    ['https://rdap.centralnic.com/lol/', 'lol'],
    ['https://rdap.centralnic.com/london/', 'london'],
    ['https://rdap.centralnic.com/sbs/', 'sbs'],
    ['https://rdap.centralnic.com/cfd/', 'cfd'],
    ['https://rdap.centralnic.com/cyou/', 'cyou'],
    ['https://rdap.centralnic.com/fm/', 'fm'],
    ['https://rdap.centralnic.com/vg/', 'vg'],
    ['https://rdap.radix.host/rdap/', 'fun host online press pw site space store tech uno website'],
    [
      'https://rdap.gmoregistry.net/rdap/',
      'bridgestone brother canon epson fujitsu gmo hitachi honda kddi kyoto nagoya nec nhk nissan okinawa panasonic ricoh ryukyu sharp shop softbank sony suzuki tokyo toshiba toyota yokohama',
    ],
    [
      'https://rdap.registry.click/rdap/',
      'click country diy feedback food forum hiv lifestyle living observer pid property realty sexy trust vana',
    ],
    ['https://rdap.registry.cloud/rdap/', 'cloud'],
    ['https://rdap.registry.love/rdap/', 'love'],
    ['https://rdap.registry.coop/rdap/', 'coop creditunion'],
    ['https://rdap.nominet.uk/uk/', 'uk'],
    ['https://rdap.nominet.uk/wales/', 'wales'],
    ['https://rdap.nominet.uk/cymru/', 'cymru'],
    ['https://rdap.nominet.uk/jobs/', 'jobs'],
    ['https://rdap.nixiregistry.in/rdap/', 'in'],
    ['https://rdap.norid.no/', 'no'],
    ['https://rdap.pandi.id/rdap/', 'id'],
    ['https://rdap.register.si/', 'si'],
    ['https://rdap.registro.br/', 'br'],
    ['https://rdap.dns.pl/', 'pl'],
    ['https://rdap.fi/rdap/rdap/', 'fi'],
    ['https://rdap.hostmaster.ua/', 'ua'],
    ['https://rdap.ca.fury.ca/rdap/', 'ca'],
    ['https://rdap.cctld.au/rdap/', 'au'],
    ['https://ccrdap.twnic.tw/tw/', 'tw'],
    ['https://rdap.nic.tv/', 'tv'],
    ['https://rdap.nic.vip/', 'vip'],
    ['https://rdap.nic.wiki/', 'wiki'],
    ['https://rdap.nic.win/', 'win'],
    ['https://rdap.nic.work/', 'work'],
    ['https://rdap.nic.yt/', 'yt'],
    ['https://rdap.nic.wf/', 'wf'],
    ['https://rdap.iana.org/', 'int'],
  ],
};
