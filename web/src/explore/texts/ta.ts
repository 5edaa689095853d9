/** The page Explore, in Tamil. */

import type { ExploreTexts } from './en';

export const ta: ExploreTexts = {
  'explore.title': 'முடிவுகள்',
  'explore.lead': 'இரு விளையாட்டுகளையும் முழுமையாகத் தீர்த்தோம். முடிவுகள் இதோ.',
  'explore.result.bagh-chal':
    'பாக் சால் சமநிலை. இருவரும் சிறப்பாக ஆடினால் புலிகள் மூன்று ஆடுகளை வெட்டும்; ஆடுகளால் புலிகளை அடைக்க முடியாது.',
  'explore.result.aadu-puli':
    'ஆடு புலி ஆட்டம் சமநிலை. இருவரும் சிறப்பாக ஆடினால் ஓர் ஆடும் வெட்டப்படாது; புலிகளையும் அடைக்க முடியாது.',
  'explore.positions':
    '{count} நிலைகள் (சமச்சீரானவற்றை ஒன்றாக எண்ணி, ஆட்டத்தில் வராதவையும் சேர்த்து)',
  'explore.source.live': 'இச்சேவையின் அட்டவணைகளிலிருந்து.',
  'explore.source.stored': 'சேமித்த நகலிலிருந்து: இந்தச் சேவையில் அட்டவணைகள் இல்லை.',
  'explore.game': 'விளையாட்டு',
  'explore.turn': 'முறை',
  'explore.table': 'எண்கள்',
  'explore.placed': 'வைத்த ஆடுகள்',
  'explore.captured': 'வெட்டப்பட்டவை',
  'explore.position.count': 'நிலைகள்',
  'explore.draw': 'சமநிலை',
  'explore.draw-with': 'சமநிலை, {captures} வெட்டு',
  'explore.loading': 'திறக்கிறது',
  'explore.failed': 'இதைத் திறக்க முடியவில்லை: {reason}',

  'explore.outcomes': 'வைக்கும் கட்டம்',
  'explore.outcomes.about':
    'வைத்த ஆடுகளின் எண்ணிக்கைப்படி, புலிகள் வெல்லும், சமநிலையாகும், ஆடுகள் வெல்லும் நிலைகளின் பங்கு.',
  'explore.outcomes.label': 'வைத்த ஆடுகளின்படி முடிவுகளின் பங்கு, முறை: {side}',
  'explore.sliding': 'நகரும் கட்டம்',
  'explore.sliding.about': 'எல்லா ஆடுகளும் வைத்த பின், வெட்டப்பட்ட ஆடுகளின் எண்ணிக்கைப்படி.',
  'explore.sliding.label': 'வெட்டப்பட்ட ஆடுகளின்படி முடிவுகளின் பங்கு, முறை: {side}',

  'explore.distances': 'வெற்றிக்கு எவ்வளவு ஆகும்',
  'explore.distances.about':
    'நகரும் கட்ட வெற்றிகள், முடிவு வரையான அரைநகர்வுகளின்படி; வெல்பவர் விரைவார், தோற்பவர் தாமதிப்பார். அளவு பத்துப் பத்தாக உயரும்: பெரும்பாலானவை குறுகியவை, சில மிக நீண்டவை.',
  'explore.distances.tiger-win': 'புலிகளின் வெற்றிகள்',
  'explore.distances.goat-win': 'ஆடுகளின் வெற்றிகள்',
  'explore.distances.label':
    '{what}: அரைநகர்வுகளின்படி நிலைகள், வெட்டப்பட்ட ஒவ்வோர் எண்ணிக்கைக்கும் ஒரு கோடு',
  'explore.plies': 'அரைநகர்வுகள்',
  'explore.plies.range': '{from} முதல் {to}',
  'explore.longest': 'மிக நீண்டது',

  'explore.games': 'மிக நீண்ட வெற்றிகளும் சிறந்த ஆட்டங்களும்',
  'explore.games.about': 'இருவரும் சிறப்பாக ஆடுகின்றனர். படிப்படியாகப் பாருங்கள்.',
  'explore.record.start': 'தொடக்கத்திலிருந்து சிறந்த ஆட்டம்',
  'explore.record.longest-tiger-win': 'புலிகளின் மிக நீண்ட வெற்றி, {captured} வெட்டு',
  'explore.record.longest-goat-win': 'ஆடுகளின் மிக நீண்ட வெற்றி, {captured} வெட்டு',
  'explore.record.first-tiger-on-b7': 'B7 இல் முதல் புலி: ஆடுகள் வெல்கின்றன',
  'explore.record.choose': 'பார்க்க வேண்டிய ஆட்டம்',
  'explore.record.at': 'அரைநகர்வு {ply} / {of}',
  'explore.record.ply': 'அரைநகர்வு',
  'explore.record.first': 'தொடக்கத்துக்கு',
  'explore.record.back': 'ஒரு நகர்வு பின்',
  'explore.record.next': 'ஒரு நகர்வு முன்',
  'explore.record.last': 'முடிவுக்கு',
  'explore.record.analyse': 'ஆய்வு செய்',
  'explore.record.settled': 'இங்கே சமநிலை உறுதி: எந்தத் தரப்பும் முன்னேற முடியாது.',

  'explore.papers': 'வெளியான எண்களும் நம்முடையவையும்',
  'explore.papers.about':
    'லிம் யூ ஜின், யூர்க் நீவர்கெல்ட் 2004, 2009 இல் பாக் சால் எண்களை வெளியிட்டனர். அட்டவணைகள் சொல்லக்கூடிய அனைத்தும் ஒப்பிடப்பட்டுள்ளன.',
  'explore.papers.none': 'எங்களுக்குத் தெரிந்தவரை ஆடு புலி ஆட்டத்தின் எண்கள் வெளியாகவில்லை.',
  'explore.papers.sum': '{all} இல் {equal} அப்படியே பொருந்துகின்றன.',
  'explore.papers.what': 'எது',
  'explore.papers.printed': 'அச்சிட்டது',
  'explore.papers.ours': 'எங்களது',
  'explore.papers.agreement': 'ஒப்புமை',
  'explore.agreement.equal': 'சமம்',
  'explore.agreement.misprint': 'அச்சுப் பிழை',
  'explore.agreement.estimate': 'மதிப்பீடு',
  'explore.agreement.part': 'ஒரு பகுதி',
  'explore.agreement.differs': 'வேறு',

  'explore.files': 'அட்டவணைகள்',
  'explore.files.about':
    'பதிவிறக்கி உங்கள் கேள்விகளுக்கு விடை தேடுங்கள்; வடிவம் docs/FORMAT.md இல் உள்ளது. ஹாஷ்கள் BLAKE3.',
  'explore.files.state.ready': 'முழுமையாகத் தீர்ந்தது: {size}.',
  'explore.files.state.solving': 'தீர்க்கப்படுகிறது: {percent} முடிந்தது.',
  'explore.files.state.waiting': 'தீர்க்கக் காத்திருக்கிறது.',
  'explore.files.state.unsolved': 'இங்கே தீர்க்கப்படவில்லை.',
  'explore.files.state.failed': 'தீர்க்க முடியவில்லை.',
  'explore.files.state.none': 'பதிவிறக்கச் சேவை இல்லை. சேவை வழங்கும் கோப்புகள்: {size}.',
  'explore.files.left': 'ஏறத்தாழ {time} மீதம்.',
  'explore.files.minutes.one': '{count} நிமிடம்',
  'explore.files.minutes.other': '{count} நிமிடங்கள்',
  'explore.files.name': 'கோப்பு',
  'explore.files.size': 'அளவு',
  'explore.files.hash': 'ஹாஷ்',
  'explore.files.list.one': '{count} கோப்பு',
  'explore.files.list.other': '{count} கோப்புகள்',
  'explore.offline.title': 'இணையம் இல்லாதபோது',
  'explore.offline.about':
    'நகரும் கட்டத்தின் துல்லியமான மதிப்புகளை இந்தச் சாதனத்தில் சேமியுங்கள் ({size}). பின்னர் இணையம் இல்லாதபோதும் ஆய்வும் மீளாய்வும் அவற்றைப் பயன்படுத்தும்.',
  'explore.offline.keep': 'இணையமின்றிப் பயன்படுத்தச் சேமி',
  'explore.offline.all.about':
    'அல்லது அனைத்தையும் சேமியுங்கள் ({size}): முதல் நகர்வு முதல் கடைசி வரை, ஒவ்வொரு நிலையின் துல்லியமான மதிப்பும்.',
  'explore.offline.all.more':
    'மீதியையும் சேமியுங்கள் ({size}): முதல் நகர்வு முதல் கடைசி வரை, ஒவ்வொரு நிலையின் துல்லியமான மதிப்பும்.',
  'explore.offline.all.keep': 'அனைத்தையும் சேமி',
  'explore.offline.all.kept':
    'இந்தச் சாதனத்தில் சேமிக்கப்பட்டது ({size}): எல்லா நிலைகளின் துல்லியமான மதிப்புகளும் இணையமின்றிக் கிடைக்கும்.',
  'explore.offline.cancel': 'ரத்து செய்',
  'explore.offline.busy': 'பதிவிறங்குகிறது: {percent}',
  'explore.offline.kept':
    'இந்தச் சாதனத்தில் சேமிக்கப்பட்டது ({size}): நகரும் கட்டத்தின் துல்லியமான மதிப்புகள் இணையமின்றிக் கிடைக்கும்.',
  'explore.offline.remove': 'நீக்கு',
  'explore.offline.newer': 'இந்த அட்டவணைகள் பின்னர் புதுப்பிக்கப்பட்டுள்ளன (பதிவிறக்க {size}).',
  'explore.offline.renew': 'புதுப்பி',
  'explore.offline.begun': 'பதிவிறக்கம் முடியவில்லை. வந்தவை அடுத்த முயற்சிக்காக வைக்கப்பட்டுள்ளன.',
  'explore.offline.status': 'சேவையகம் பிழை {status} அனுப்பியது.',
  'explore.offline.incomplete': 'ஒரு கோப்பு முழுமையாக வரவில்லை. மீண்டும் முயலுங்கள்.',
  'explore.offline.full': 'இந்தச் சாதனத்தில் போதிய இடம் இல்லை.',
  'explore.offline.failed': 'பதிவிறக்க முடியவில்லை. {reason}',
};
