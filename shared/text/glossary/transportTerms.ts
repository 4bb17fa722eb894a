/**
 * English terms of traffic, the sea, tourism and farming, for searches in another language than the texts. Each line: the names, then the words of
 * Dhivehi that they are searched as. A name is one or several words.
 */
export const transportTerms = `
traffic accident, road accident, motor accident, road traffic accident, car accident, car crash, motorcycle accident, bike accident, vehicle accident, hit and run, collide, run over, knocked down, accidental, pile up, road collision = އެކްސިޑެންޓު
motorcyclist, motor cycle, scooter, cyclist, bicycle, bicyclist, cycle, rider, pillion, pillion rider, motor bike = ސައިކަލު; ސްކޫޓަރު
motor vehicle, automobile, motorcar, jeep, vehicle registration, vehicle ownership, number plate, fleet = އުޅަނދު; ކާރު
pickup, pickup truck, lorry, truck, van, heavy vehicle, tipper, trailer = ޕިކަޕު; ލޮރީ
taxi, cab, taxi driver, taxi fare, taxi centre = ޓެކްސީ
bus, minibus, bus driver, public transport, public bus, bus stop = ބަސް; އުޅަނދު
drive, driven, drove, motorist, driver's, chauffeur, ride, steer = ދުއްވުން; ދުއްވި; ދުއްވުންތެރިން
dangerous driving, reckless driving, careless driving, rash driving, negligent driving, unlicensed driving, driving without licence, underage driving, racing, road racing, over speed, excessive speed, speed limit, over speeding, high speed, velocity, overtaking, fast driving, wheelie, speeding driver = ދުއްވުން; ސްޕީޑު
brake, brake failure, tyre, tire, wheel, horn, mirror, headlight, lights, tail light, chain = ބްރޭކު; ބައްތި
helmet, crash helmet, seat belt = ހެލްމެޓު
traffic lights, traffic police, traffic rules, road traffic, traffic law, traffic offence, traffic violation, road safety, zebra crossing, pedestrian crossing, pedestrian, one way, junction, intersection, roundabout, bend, corner, signal, traffic jam, parking, park a vehicle, parking ticket, wheel clamp = ޓްރެފިކް
main road, highway, on the street, roadside, in the street, bridge, avenue = މަގު; މަގުމަތި
street light, street lamp, lamp, lighting, bulb, torch, flashlight = ބައްތި; މަގުބައްތި
garage, workshop, mechanic, vehicle repair, auto repair, repair cost, repair bill = ގަރާޖު; މަރާމާތު
boat collision, collision at sea, collision of vessels, maritime collision, boats collided, struck vessel = އުޅަނދު ޖެހުން; އުޅަނދު
damaged vessel, damaged boat, hull damage, boat repair, vessel repair, hull, keel, bow of boat, stern = ދޯނި; އުޅަނދު
fishing boat, fishing vessel, fishing dhoni, pole and line, longline, long line, trawler, fishing trip, fishing crew, catch of fish, fishermans boat, angling = މަސްދޯނި; މަސްވެރިކަން
fishers, fisherman's share, fishermen, angler, fish catch, bait, live bait, net, fishing net, hook, fishing gear, fishing ground, fish market, fish dispute, fishing industry, fishing line = މަސްވެރިން; މަސްވެރިކަން; މަސް
tuna fish, yellowfin, skipjack, grouper, fish processing, fish factory, fish canning = މަސް
ferry, safari boat, safari, yacht, cruise, cruise ship, catamaran, barge, landing craft, tug, tugboat, supply boat, cargo boat, passenger boat, rowing boat, canoe, kayak, sailing, sailor, seaman, seamen, seafarer, mariner = އުޅަނދު; ދޯނި; ބޯޓު; ފެރީ
captain, skipper, captain of boat, master of vessel, pilot, helmsman, boat crew, crew of vessel, engineer on board, coxswain, deckhand = ކެޕްޓަން; ކެޔޮޅު
maritime, maritime law, admiralty, shipping law, merchant shipping, navigation, ship registration, shipping company, shipowner, vessel owner, boat owner, vessel registration, seaworthy, seaworthiness, marine = އުޅަނދު; ކަނޑު
shipwreck, wreck, sink, capsize, grounding, aground, salvage, drown, drift, adrift, castaway, founder = އަޑިއަށް ދިޔުން; ގެނބުން; ފަރަށް އެރުން
harbour, port, jetty, quay, dock, wharf, pier, berth, anchor, anchorage, mooring, marina, seaport = ބަނދަރު; ތޮށިގަނޑު; ފާލަން
channel, strait, deep sea, high seas, open sea, territorial sea, exclusive economic zone, eez, waves, current, tide, swell, rough sea, rough weather, stormy sea, choppy sea, heavy sea, heavy seas, big seas, bad sea = ކަނޑު; މޫދު
wind, strong wind, storm, rain, heavy rain, weather, gale, monsoon, flood, bad weather, thunder, lightning, squall, tempest, thunderstorm, hurricane, cyclone, foul weather, windy, breeze, downpour, hailstorm, typhoon = ވައިގަދަ; ވާރޭ; މޫސުން
passenger, ticket, air ticket, fare, travel ticket, boarding pass = ފަސިންޖަރު; ޓިކެޓު
speed boat, dinghy, outboard engine, engine boat, jet ski, boat ride, sea ambulance = ލޯންޗު
seaplane, airline, aviation, air traffic, flight cancelled, delayed flight, helicopter, runway, aeroplane, airplane, cabin crew, air hostess = މަތިންދާބޯޓު; ފްލައިޓު
airport terminal, international airport, airport operator, gmr = އެއާޕޯޓް; އެއަރޕޯޓް
resort development, resort lease, resort island, resort construction, tourist resort, resort workers, resort staff, island lease, tourism ministry, tourism law, tourism act, hotelier, hotel room, villa, water bungalow, bungalow, holiday resort, travel agency, travel agent, tour operator, tour, excursion, vacationer, visitor, picnic, picnic island = ރިސޯޓް; ފަތުރުވެރިކަން
motel, inn, hotel guest, guests, lodger, hospitality, check in, check out, booking of room = މެހުމާނުން; ގެސްޓްހައުސް; ހޮޓާ; ހޮޓަލު
diving, diver, scuba, snorkel, swim, swimmer, swimming pool, water sports, surf, surfer = ފީނުން; މޫދު
shore, coast, coastal, seashore, seaside, beachfront, bikini beach, sandbank, shoreline, coastline = އަތިރި; އަތިރިމަތި
inhabited island, uninhabited island, desert island, islands of the maldives, local island, home island = ރަށް; މާލެ
lagoon rights, inner lagoon, lagoon lease, reef rights, house reef, fishing reef, sea grass, seabed = ފަޅު; ފަރު
field, farmland, farmer, crop, plantation, vegetables, cultivate, cultivation, harvest, plant, taro, papaya, chilli, watermelon, fertilizer, pesticide, agricultural, garden = ދަނޑުވެރިކަން; ދަނޑު
coconut palm, coconut, coconut tree, palm, coconut grove, palm tree, coir, rope, thatch, copra = ރުއް; ރުކުން; ރުއްގަސް; ކާށި
banana, mango, fruit, breadfruit, tree felling, cut a tree, felling, uproot, root, leaf, timber tree, trees planted, breadfruit tree = ގަސް
cat, dog, goat, chicken, hen, cow, bird, parrot, poultry, livestock, cattle, pet, wild animal, crow, rat = ޖަނަވާރު; ކުކުޅު; ބަކަރި
`
