/** A host of an honest owner that can serve an attacker's script. */
export interface BypassRow {
  /** A name; with `*.` in front, any name below it that an attacker can have. */
  host: string;
  /** A path that serves it: policies with a path of their own let in only what they name. */
  path: string;
  /** How: a callback that the caller names, a library that runs expressions in markup, or files of anyone with an account. */
  kind: 'jsonp' | 'angular' | 'user-content';
  source: BypassSource;
  /** True where an attacker can use the served script only with eval. */
  needsEval?: true;
}

export type BypassSource = 'csp-evaluator' | 'provider' | 'public-suffix-list';

/**
 * Where the rows come from. The hosts and paths marked csp-evaluator are a selection from its lists "allowlist_bypasses"
 * (Copyright 2016 Google Inc., Apache License, Version 2.0), without services known to have ended, such as YQL, Panoramio,
 * Freebase and the old interfaces of Facebook, Twitter and Instagram. None of them was contacted: a row repeats the entry of a list.
 */
export const bypassSources: Readonly<
  Record<BypassSource, { name: string; version: string; licence: string; read: string }>
> = {
  'csp-evaluator': {
    name: 'google/csp-evaluator allowlist_bypasses',
    version: '0dba2a8d28ce0a22d3429f1400a1ffce3a297265',
    licence: 'Apache-2.0',
    read: '2026-11-23',
  },
  provider: { name: "The provider's documentation of paths", version: '', licence: 'facts', read: '2026-11-23' },
  'public-suffix-list': {
    name: 'publicsuffix.org, private section',
    version: 'tldts 7.5.4',
    licence: 'MPL-2.0',
    read: '2026-11-23',
  },
};

const rows = (kind: BypassRow['kind'], source: BypassSource, places: string): BypassRow[] =>
  places
    .trim()
    .split(/\s+/)
    .map((place) => {
      const slash = place.indexOf('/');
      return { host: place.slice(0, slash), path: place.slice(slash), kind, source };
    });

const needingEval = (places: string): BypassRow[] =>
  rows('jsonp', 'csp-evaluator', places).map((row) => ({ ...row, needsEval: true }));

/** The table; reports name its date. */
export const bypassRows: readonly BypassRow[] = [
  ...rows(
    'jsonp',
    'csp-evaluator',
    `
    accounts.google.com/o/oauth2/revoke
    www.google.com/tools/feedback/escalation-options
    www.google.de/maps/vt
    google.ru/maps/vt
    clients1.google.com/complete/search
    translate.google.com/translate_a/l
    translate.googleapis.com/translate_a/l
    maps.google.com/maps/vt
    maps.google.de/maps/vt
    maps.google.lv/maps/vt
    maps.google.ru/maps/vt
    maps.googleapis.com/maps/api/js/GeoPhotoService.GetMetadata
    mts0.googleapis.com/maps/vt
    mts1.googleapis.com/mapslt/ft
    mt1.googleapis.com/mapslt/ft
    cbks0.googleapis.com/cbk
    books.google.com/books
    cse.google.com/api/007627024705277327428/cse/r3vs7b0fcli/queries/js
    www-onepick-opensocial.googleusercontent.com/gadgets/proxy
    www.blogger.com/feeds/5578653387562324002/posts/summary/4427562025302749269
    googleads.g.doubleclick.net/pagead/conversion/1036918760/wcm
    securepubads.g.doubleclick.net/gampad/ads
    partner.googleadservices.com/gampad/ads
    pagead2.googlesyndication.com/relatedsearch
    www.youtube.com/profile_style
    graph.facebook.com/1/
    api.vk.com/method/wall.get
    connect.mail.ru/share_count
    ok.go.mail.ru/lady_on_lady_recipes_r.json
    api.flickr.com/services/feeds/photos_friends.gne
    vimeo.com/api/oembed.json/
    fast.wistia.com/embed/medias/o75jtw7654.json
    syndication.twitter.com/widgets/timelines/765840589183213568
    cdn.syndication.twimg.com/widgets/timelines/599200054310604802
    cdn.syndication.twitter.com/moments/709229296800440320
    widgets.pinterest.com/v3/pidgets/boards/ciciwin/hedgehog-squirrel-crafts/pins/
    links.services.disqus.com/api/ping
    m.addthis.com/live/red_lojson/100eng.json
    www.sharethis.com/get-publisher-info.php
    se.wikipedia.org/w/api.php
    nominatim.openstreetmap.org/
    a.tiles.mapbox.com/v3/zentralmedia.map-n2raeauc.jsonp
    c.tiles.mapbox.com/v3/texastribune.tx-congress-cvap/6/15/26.grid.json
    api.mixpanel.com/track/
    pubsub.pubnub.com/subscribe/demo/hello_world/
    gum.criteo.com/sync
    ib.adnxs.com/jpt
    api.userlike.com/api/chat/slot/proactive/
    fellowes.ugc.bazaarvoice.com/data/reviews.json
    community.adobe.com/CommunityPod/getJSON
    tr.indeed.com/m/newjobs
    mc.yandex.ru/watch/24306916/1
    an.yandex.ru/page/147484
    awaps.yandex.ru/10/8938/02400400.
    yandex.ru/soft/browsers/check
    pass.yandex.ru/services
    pass.yandex.com/services
    pass.yandex.ua/services
    rec.ydf.yandex.ru/cookie
    share.yandex.net/counter/gpp/
    translate.yandex.net/api/v1.5/tr.json/detect
    catalog.api.2gis.ru/ads/search
    passport.ngs.ru/ajax/check
    id.rambler.ru/script/topline_info.js
    ulogin.ru/token.php
    relap.io/api/v2/similar_pages_jsonp.js
    pro.netrox.sc/oapi/h_checksite.ashx
    h.cackle.me/widget/32153/bootstrap
    i.cackle.me/widget/32586/bootstrap
    client.siteheart.com/streamcli/client
    autocomplete.travelpayouts.com/avia
    www.travelpayouts.com/widgets/50f53ce9ada1b54bcc000031.json
    widget.admitad.com/widget/init
    www.meteoprog.ua/data/weather/informer/Poltava.js
    beta.gismeteo.ru/api/informer/layout.js/120x240-3/ru/
    api.map.baidu.com/
    gupiao.baidu.com/stocks/stockbets
    wpd.b.qq.com/cgi/get_sign.php
    suggest.taobao.com/sug
    count.tbcdn.cn//counter3
    detector.alicdn.com/2.7.3/index.php
    offer.alibaba.com/market/CID100002954/5/fetchKeyword.do
    group.aliexpress.com/ajaxAcquireGroupbuyProduct.do
    ynuf.alipay.com/service/um.json
    pin.aliyun.com/check_audio
    afpeng.alimama.com/ex
    bebezoo.1688.com/fragment/index.htm
    wb.amap.com/channel.php
    www.youku.com/index_cookielist/s/jsonp`,
  ),
  ...needingEval(`
    www.googletagmanager.com/gtm/js
    googletagmanager.com/gtm/js
    www.google-analytics.com/gtm/js
    ssl.google-analytics.com/gtm/js
    www.googleadservices.com/pagead/conversion/1070110417/wcm`),
  ...rows(
    'angular',
    'csp-evaluator',
    `
    ajax.googleapis.com/ajax/libs/angularjs/1.2.0rc1/angular-route.min.js
    cdnjs.cloudflare.com/ajax/libs/angular.js/1.2.16/angular.min.js
    cdn.jsdelivr.net/angularjs/1.1.2/angular.min.js
    oss.maxcdn.com/angularjs/1.2.20/angular.min.js
    cdn.bootcss.com/angular.js/1.2.0/angular.min.js
    yastatic.net/angularjs/1.2.23/angular.min.js
    yandex.st/angularjs/1.2.16/angular-cookies.min.js
    www.gstatic.com/fsn/angular_js-bundle1.js
    gstatic.com/fsn/angular_js-bundle1.js
    www.googleadservices.com/pageadimg/imgad
    cdn.walkme.com/General/EnvironmentTests/angular/angular.min.js
    cdn.shopify.com/s/files/1/0225/6463/t/1/assets/angular-animate.min.js
    services.amazon.com/solution-providers/assets/vendor/angular-cookies.min.js
    static.tumblr.com/x5qdx0r/nPOnngtff/angular-resource.min_1_.js`,
  ),
  ...rows(
    'angular',
    'provider',
    `
    ajax.googleapis.com/ajax/libs/angularjs/1.8.3/angular.min.js
    cdnjs.cloudflare.com/ajax/libs/angular.js/1.8.3/angular.min.js
    code.angularjs.org/1.8.3/angular.min.js
    ajax.aspnetcdn.com/ajax/angularjs/1.2.0/angular.min.js`,
  ),
  ...rows(
    'user-content',
    'provider',
    `
    cdn.jsdelivr.net/npm/attacker/x.js
    cdn.jsdelivr.net/gh/attacker/repository/x.js
    fastly.jsdelivr.net/npm/attacker/x.js
    unpkg.com/attacker/x.js
    esm.sh/attacker
    cdn.skypack.dev/attacker
    jspm.dev/npm:attacker
    cdn.statically.io/gh/attacker/repository/main/x.js
    raw.githack.com/attacker/repository/main/x.js
    rawcdn.githack.com/attacker/repository/main/x.js
    gl.githack.com/attacker/repository/raw/main/x.js
    bb.githack.com/attacker/repository/raw/main/x.js
    s3.amazonaws.com/attacker/x.js
    storage.googleapis.com/attacker/x.js
    firebasestorage.googleapis.com/v0/b/attacker/o/x.js
    cdn.shopify.com/s/files/1/attacker/x.js
    codepen.io/attacker/pen/x.js`,
  ),
];
